// Texts of docs/clients.md and docs/es/clients.md.
import type { Language } from '../../../src/domain/people/user.ts'
import type { Known } from './form.ts'

interface MatrixWords {
  readonly title: string
  readonly task: string
  readonly about: (requests: number) => string
  readonly origins: readonly string[]
  readonly origin: Readonly<Record<Known, readonly [name: string, meaning: string]>>
  readonly generated: string
  readonly sections: { readonly rovers: string; readonly sources: string; readonly tables: string }
  readonly columns: readonly string[]
  readonly plainHttp: string
  readonly yes: string
  readonly clientName: (client: string) => string
  readonly deviation: (oddity: string) => string
}

const CLIENTS_ES: Readonly<Record<string, string>> = {
  'RTKLIB behind a proxy': 'RTKLIB detrás de un proxy',
  'Emlid Reach (RTKLIB inside)': 'Emlid Reach (usa RTKLIB)',
  'GNSS Internet Radio, as imitated in Python': 'GNSS Internet Radio, imitado en Python',
  'AgOpenGPS (AgIO), set to HTTP/1.1': 'AgOpenGPS (AgIO), configurado con HTTP/1.1',
  'AgOpenGPS, early': 'AgOpenGPS, versión antigua',
  'SparkFun u-blox examples (ESP32)': 'ejemplos de SparkFun para u-blox (ESP32)',
  'ESP32 sketch that names its version': 'programa para ESP32 que indica su versión',
  'ROS ntrip_client, a C++ one': 'ROS ntrip_client, en C++',
  'ntrip-client of npm': 'ntrip-client de npm',
  'CHC/1.0.0, as imitated in Java': 'CHC/1.0.0, imitado en Java',
  'NTRIP Client for Android (Lefebure)': 'NTRIP Client para Android (Lefebure)',
  'OpenSSL s_client, over TLS, with a request typed by hand': 'OpenSSL s_client, por TLS, con una petición a mano',
  'a device without a User-Agent': 'un equipo sin User-Agent',
  'gpsd 3.22 and later': 'gpsd 3.22 y posteriores',
  'jcmb NtripClient.py (MAVProxy, pyUblox and others)': 'jcmb NtripClient.py (MAVProxy, pyUblox y otros)',
  'Septentrio receivers': 'receptores Septentrio',
  'a bare client in C++': 'un cliente mínimo en C++',
  'curl with the headers of rev2': 'curl con los encabezados de NTRIP 2',
  'curl as it is': 'curl sin encabezados de NTRIP',
  'an HTTP/1.1 program without a User-Agent': 'un programa con HTTP/1.1 y sin User-Agent',
  'BNC, as a broadcaster': 'BNC, como emisor',
  'SNIP, a push with a user': 'SNIP, un envío con usuario',
  'Hi-Target iRTK, as imitated in Python': 'Hi-Target iRTK, imitado en Python',
  'DAB receiver (wradio)': 'receptor DAB (wradio)',
  'RTKLIB (NTRIP browser)': 'RTKLIB (navegador NTRIP)',
  'gpsd, older': 'gpsd, versiones anteriores',
  'pygnssutils, the one on requests': 'pygnssutils, la versión con requests',
  'BNC or a person, for one country': 'BNC o una persona, para un país',
  'a browser': 'un navegador',
  'a load balancer without a User-Agent': 'un balanceador de carga sin User-Agent',
  'the health check of AWS': 'la comprobación de salud de AWS',
  'the probe of Kubernetes': 'la sonda de Kubernetes',
}

const DEVIATIONS_ES: Readonly<Record<string, string>> = {
  'treats any further header line as data': 'toma como datos cualquier otra línea del encabezado',
  'sends its position right after the header': 'envía su posición justo después del encabezado',
  'a stray line feed after the password ends the header early':
    'un salto de línea sobrante después de la contraseña termina antes el encabezado',
  'HTTP/1.1 without Host': 'HTTP/1.1 sin Host',
  'sends its position as a header line': 'envía su posición como línea del encabezado',
  'no empty line after the header': 'sin línea vacía después del encabezado',
  'a space at the end of each line, and no empty line': 'un espacio al final de cada línea, y sin línea vacía',
  'NTRIP 2 in HTTP/1.0, without chunks': 'NTRIP 2 en HTTP/1.0, sin chunks',
  'no slash before the mountpoint': 'sin diagonal antes del punto de montaje',
  'sends its version after the header, as data': 'envía su versión después del encabezado, como datos',
  'sends the password where NTRIP 2 does': 'envía la contraseña donde lo hace NTRIP 2',
  'neither Host nor chunks': 'sin Host ni chunks',
  'NTRIP 1 with HTTP/1.1 and Host': 'NTRIP 1 con HTTP/1.1 y Host',
  'requires Ntrip-Flags': 'exige Ntrip-Flags',
  'requires exactly this content type': 'exige exactamente este tipo de contenido',
}

const en: MatrixWords = {
  title: 'NTRIP clients',
  task: 'See what a client sends and what the caster answers:',
  about: (requests) =>
    `The tests send these ${requests} requests to a real caster and check the response against what the client expects. They also check that a rover receives whole frames, and that frames from a base arrive. If *program* says yes, a test also runs the program itself.`,
  origins: ['known from', 'means', 'requests'],
  origin: {
    source: ['public source', "the headers are those of the client's code; version numbers are examples"],
    quoted: ['quoted in public', 'a log, a test or an imitating program shows the bytes'],
    modelled: ['modelled on similar programs', 'the vendor publishes nothing; the request follows similar programs'],
  },
  generated: '`npx vitest run test/scenarios/caster-clients -u` writes this page. Do not edit it by hand.',
  sections: { rovers: 'Rovers', sources: 'Base stations', tables: 'Sourcetable requests' },
  columns: ['client', 'NTRIP', 'sends', 'response', 'known from', 'program', 'deviation'],
  plainHttp: 'plain HTTP',
  yes: 'yes',
  clientName: (client) => client,
  deviation: (oddity) => oddity,
}

const es: MatrixWords = {
  title: 'Clientes NTRIP',
  task: 'Vea qué envía un cliente y qué responde el caster:',
  about: (requests) =>
    `Las pruebas envían estas ${requests} peticiones a un caster real y comparan la respuesta con la que espera el cliente. También comprueban que un rover recibe tramas completas y que llegan las tramas de una base. Si *programa* dice sí, una prueba ejecuta además el propio programa.`,
  origins: ['origen', 'significado', 'peticiones'],
  origin: {
    source: ['código público', 'los encabezados son los del código del cliente; los números de versión son ejemplos'],
    quoted: ['citado en público', 'un registro, una prueba o un programa que lo imita muestra los bytes'],
    modelled: ['según programas similares', 'el fabricante no publica nada; la petición sigue a programas similares'],
  },
  generated: '`npx vitest run test/scenarios/caster-clients -u` escribe esta página. No la edite a mano.',
  sections: { rovers: 'Rovers', sources: 'Estaciones base', tables: 'Peticiones de la tabla de fuentes' },
  columns: ['cliente', 'NTRIP', 'envía', 'respuesta', 'origen', 'programa', 'particularidad'],
  plainHttp: 'HTTP simple',
  yes: 'sí',
  clientName: (client) => CLIENTS_ES[client] ?? client,
  deviation(oddity) {
    const text = DEVIATIONS_ES[oddity]
    if (text === undefined) throw new Error(`"${oddity}" has no Spanish text in matrix-words.ts`)
    return text
  },
}

export const MATRIX_WORDS: Readonly<Record<Language, MatrixWords>> = { en, es }
