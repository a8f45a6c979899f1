// The words of the report of a computed position.
import type { Language } from '../../../domain/people/user.ts'

const es = {
  title: (code: string) => `Coordenadas de ${code}`,
  subtitle: (name: string) => `Posición calculada por la red${name && `: ${name}`}`,
  lat: 'Latitud',
  lng: 'Longitud',
  height: 'Altura elipsoidal',
  geocentric: 'X, Y, Z',
  error: 'Incertidumbre (95 %)',
  errorText: (horizontal: string, vertical: string) => `${horizontal} horizontal, ${vertical} vertical`,
  frame: 'Marco y época',
  data: 'Datos',
  dataText: (first: string, last: string, days: number, hours: string) =>
    first === last ? `${first} (UTC), ${hours} h` : `${first} a ${last} (UTC): ${days} días, ${hours} h`,
  neighbours: 'Estaciones vecinas',
  neighboursText: (agreeing: number, codes: string) => `${agreeing} coinciden${codes && `: ${codes}`}`,
  single: 'Con una sola vecina, un error en las coordenadas de ella sería también de esta posición.',
  registered: 'Posición registrada',
  registeredText: (place: string, metres: string) => `${place}: a ${metres} de la calculada`,
  method:
    'Líneas base de dobles diferencias de GPS, Galileo y BeiDou en dos bandas contra las estaciones vecinas, con ambigüedades enteras. La posición es la del punto de referencia de la antena (ARP), en el marco y la época de las coordenadas de las vecinas. La incertidumbre combina el error formal, la dispersión entre días y el acuerdo entre vecinas, con un margen por errores constantes, como las antenas.',
  made: (when: string) => `Generado el ${when} (hora del centro de México)`,
}

const en: typeof es = {
  title: (code) => `Coordinates of ${code}`,
  subtitle: (name) => `Position computed by the network${name && `: ${name}`}`,
  lat: 'Latitude',
  lng: 'Longitude',
  height: 'Ellipsoidal height',
  geocentric: 'X, Y, Z',
  error: 'Uncertainty (95 %)',
  errorText: (horizontal, vertical) => `${horizontal} horizontal, ${vertical} vertical`,
  frame: 'Frame and epoch',
  data: 'Data',
  dataText: (first, last, days, hours) =>
    first === last ? `${first} (UTC), ${hours} h` : `${first} to ${last} (UTC): ${days} days, ${hours} h`,
  neighbours: 'Neighbouring stations',
  neighboursText: (agreeing, codes) => `${agreeing} agree${codes && `: ${codes}`}`,
  single: 'With a single neighbour, an error in its coordinates would also be an error of this position.',
  registered: 'Registered position',
  registeredText: (place, metres) => `${place}: ${metres} from the computed one`,
  method:
    'Double-difference baselines of GPS, Galileo and BeiDou on two bands against the neighbouring stations, with integer ambiguities. The position is that of the antenna reference point (ARP), in the frame and epoch of the neighbours’ coordinates. The uncertainty combines the formal error, the scatter between days and the agreement between neighbours, with a margin for constant errors such as antennas.',
  made: (when) => `Generated on ${when} (time of central Mexico)`,
}

export const positionWords = (language: Language): typeof es => ({ es, en })[language]
