// Texts for customers, in Spanish. `en.ts` has the same keys.
import type { DeliveryState, SourceState } from '../../domain/delivery/delivery.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { equipment } from './es/equipment.ts'
import { further } from './es/further.ts'
import { live } from './es/live.ts'

const count = (value: number, one: string, many: string) => `${value} ${value === 1 ? one : many}`

export const es = {
  zone: 'hora de Ciudad de México',
  otherLanguage: 'English',
  private: 'Quien tiene este enlace ve la contraseña: compártalo solo con quien deba conectarse.',
  privateSheet: 'Esta hoja muestra la contraseña: entréguela solo a quien deba conectarse.',
  simulated: 'Red simulada: nada de esto es real.',
  test: 'Credencial de prueba',
  testMeans: 'Se emitió para probar un sistema: no da acceso a correcciones y el caster siempre la rechaza.',
  title: 'Datos de acceso NTRIP',
  for: 'Para',
  connection: 'Conexión',
  notWeb: 'Estos datos se escriben en su receptor GNSS o en su programa NTRIP. No sirven para entrar a una página web.',
  host: 'Caster (servidor)',
  port: 'Puerto',
  mountpoint: 'Punto de montaje',
  username: 'Usuario',
  password: 'Contraseña',
  showPassword: 'Mostrar',
  hidePassword: 'Ocultar',
  format: 'Formato',
  datum: 'Marco de referencia',
  datumShort: 'Marco',
  epoch: 'época',
  area: 'Zona de uso',
  withinCircle: (km: string, lat: string, lng: string) => `a no más de ${km} km de ${lat}, ${lng}`,
  withinPolygon: 'dentro del área delimitada por su proveedor',
  copy: 'Copiar',
  copied: 'Copiado',
  copyOf: (what: string) => `Copiar: ${what}`,
  label: 'Referencia',
  validity: 'Vigencia',
  starts: 'Empieza',
  ends: 'Termina',
  startsIn: 'Empieza en {}',
  endsIn: 'Quedan {}',
  remaining(milliseconds: number): string {
    const minutes = Math.max(0, Math.ceil(milliseconds / MINUTE_MS))
    if (minutes < 120) return count(minutes, 'minuto', 'minutos')
    const hours = Math.ceil(minutes / 60)
    return hours < 48 ? count(hours, 'hora', 'horas') : count(Math.ceil(hours / 24), 'día', 'días')
  },
  state: {
    scheduled: 'Programada',
    in_force: 'Vigente',
    suspended: 'Suspendida',
    expired: 'Vencida',
    revoked: 'Revocada',
  } satisfies Record<DeliveryState, string>,
  stateMeans: {
    scheduled: 'Todavía no da acceso: el caster la acepta desde la hora de inicio.',
    in_force: 'Puede conectarse ahora.',
    suspended: 'Por ahora el caster no la acepta. Para reanudarla, hable con quien se la dio.',
    expired: 'Su vigencia terminó y el caster ya no la acepta. Para seguir, pida una nueva a quien se la dio.',
    revoked: 'Fue cancelada y el caster ya no la acepta. Si cree que es un error, hable con quien se la dio.',
  } satisfies Record<DeliveryState, string>,
  base: 'Base',
  network: 'Red',
  networkMountpoint: 'Toda la red',
  stationsOf: (group: string) => `Las estaciones de «${group}»`,
  source: {
    up: 'Transmitiendo',
    poor: 'Transmitiendo con fallas',
    down: 'Sin señal',
    maintenance: 'En mantenimiento',
    not_measured: 'Sin medición',
  } satisfies Record<SourceState, string>,
  sourceMeans: {
    up: 'Las correcciones llegan con normalidad.',
    poor: 'Llegan correcciones, pero incompletas o con retraso: puede tardar en fijar.',
    down: 'En este momento no llegan correcciones. No es su equipo: espere o hable con quien opera la red.',
    maintenance: 'La están atendiendo; puede no haber correcciones.',
    not_measured: 'El operador la reporta en servicio; aún no hay medición.',
  } satisfies Record<SourceState, string>,
  now: 'Estado ahora',
  asOf: 'Consultado:',
  qr: 'Abrir en otro equipo',
  qrMeans: 'Este código lleva a esta misma página: escanéelo con el teléfono o la colectora.',
  qrOnPaper: 'Escanee para ver el estado de hoy y copiar los datos.',
  qrAlt: 'Código QR con la dirección de esta página',
  pdf: 'Descargar en PDF',
  how: 'Cómo conectarse',
  groupOpens: (name: string, mountpoints: string, more: number) =>
    `Este acceso es para las estaciones de «${name}». Además del punto de montaje de la red, que solo usa estas estaciones, puede conectarse a cada una: ${mountpoints}${more > 0 ? ` y ${more} más` : ''}.`,
  sendPosition:
    'Active el envío de su posición (NMEA GGA): este punto de montaje la necesita para darle las correcciones de su zona.',
  oneSession: 'Conecte un solo equipo a la vez: si entra otro con el mismo usuario, puede desconectar al primero.',
  howPlain: [
    'Conecte su equipo a internet (SIM, Wi-Fi o el teléfono).',
    'Abra los ajustes de NTRIP y escriba caster, puerto, usuario y contraseña tal como están aquí.',
    'Elija el punto de montaje y conecte.',
    'Espere la solución fija («Fix») a cielo abierto antes de medir.',
  ],
  datumMeans: (frame: string, epoch: string | null, official: boolean): string =>
    epoch === null
      ? `Sus coordenadas quedan en ${frame}; compárelas solo con puntos en el mismo marco.`
      : `Sus coordenadas quedan en ${frame}${official ? ', el marco oficial de México,' : ''} referidas a la época ${epoch}: compárelas solo con puntos del mismo marco y de la misma época.`,
  gone: 'Este enlace no es válido',
  goneMeans:
    'Puede estar incompleto, o quien se lo dio lo retiró o lo cambió por otro. Pídale el enlace actual; cópielo entero.',
  lost: 'Página no encontrada',
  lostMeans: 'La dirección puede estar incompleta o mal escrita, o la página ya no existe.',
  lostHome: (network: string) => `Ir al inicio de ${network}`,
  slow: 'Demasiados intentos',
  slowMeans: (seconds: number) =>
    `Desde su conexión llegaron muchos enlaces que no existen. Intente de nuevo en ${count(seconds, 'segundo', 'segundos')}.`,
  trouble: 'No podemos mostrar la página en este momento',
  troubleMeans: 'Falla de nuestro lado; su acceso no cambia por eso. Intente de nuevo en un minuto.',
  busy: 'En este momento se preparan muchas hojas',
  busyMeans: 'Sus datos no cambian y la página los muestra todos. Pida el PDF de nuevo en unos segundos.',
  status: 'Estado',
  corrections: 'Correcciones',
  equipmentTitle: 'En su equipo',
  printed: (time: string) => `Hoja generada el ${time}.`,
  mail: {
    subject: (mountpoint: string) => `sus datos de acceso NTRIP (${mountpoint})`,
    hello: 'Hola:',
    intro: (network: string) =>
      `Aquí están los datos para conectar su receptor a ${network}. Van también en la hoja PDF adjunta.`,
    page: 'Abrir su página de acceso',
    otherLanguage: 'In English:',
    reminderSubject: (left: string) => `su acceso NTRIP termina en ${left}`,
    reminder: (network: string, left: string) =>
      `Su acceso a ${network} termina en ${left}. Después de esa hora el caster ya no acepta la conexión.`,
    reminderDo: 'Si va a seguir trabajando, pida la renovación con tiempo a quien se lo dio.',
    endedSubject: 'su acceso NTRIP terminó',
    ended: (network: string) => `Su acceso a ${network} terminó y el caster ya no acepta la conexión.`,
    endedDo: 'Para seguir, pida uno nuevo a quien se lo dio.',
    issuersWords: 'Lo siguiente lo escribió quien le dio este acceso:',
    farewell: 'Correo automático; no responda.',
  },
  equipment,
  further,
  live,
}

export type Words = typeof es
