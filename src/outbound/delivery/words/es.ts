// Texts for customers, in Spanish. `en.ts` has the same keys.
import type { DeliveryState, SourceState } from '../../../domain/delivery/delivery.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/time/units.ts'
import { scheduled } from '../../../words/es/scheduled.ts'
import { equipment, generalSteps } from './es/equipment.ts'
import { further } from './es/further.ts'
import { live } from './es/live.ts'
import { recipes } from './es/recipes.ts'
import { rinex } from './es/rinex.ts'

const DAY_S = DAY_MS / 1000
const HOUR_S = HOUR_MS / 1000

const count = (value: number, one: string, many: string) => `${value} ${value === 1 ? one : many}`

export const es = {
  zone: 'hora de Ciudad de México',
  otherLanguage: 'English',
  private: 'Cualquiera que tenga este enlace puede ver la contraseña. Compártalo solo con quien deba conectarse.',
  privateSheet: 'Esta hoja muestra la contraseña. Compártala solo con quien deba conectarse.',
  simulated: 'Red simulada: estos datos no son reales.',
  test: 'Credencial de prueba',
  testMeans: 'Se emitió para probar una integración. No da acceso a correcciones; el caster siempre la rechaza.',
  title: 'Datos de acceso NTRIP',
  for: 'Para',
  connection: 'Conexión',
  notWeb: 'Escriba estos datos en su receptor GNSS o aplicación NTRIP. No sirven para iniciar sesión en un sitio web.',
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
  withinPolygon: 'dentro de la zona definida por su proveedor',
  copy: 'Copiar',
  copied: 'Copiado',
  copyOf: (what: string) => `Copiar: ${what}`,
  label: 'Referencia',
  validity: 'Vigencia',
  starts: 'Empieza',
  ends: 'Vence',
  startsIn: 'Empieza en {}',
  endsIn: 'Quedan {}',
  remaining(milliseconds: number): string {
    const minutes = Math.max(0, Math.ceil(milliseconds / MINUTE_MS))
    if (minutes < 120) return count(minutes, 'minuto', 'minutos')
    const hours = Math.ceil(minutes / 60)
    return hours < 48 ? count(hours, 'hora', 'horas') : count(Math.ceil(hours / 24), 'día', 'días')
  },
  period: (seconds: number): string =>
    seconds % DAY_S === 0 ? count(seconds / DAY_S, 'día', 'días') : count(seconds / HOUR_S, 'hora', 'horas'),
  state: {
    scheduled: scheduled.state,
    in_force: 'Vigente',
    suspended: 'Suspendida',
    expired: 'Vencida',
    revoked: 'Revocada',
  } satisfies Record<DeliveryState, string>,
  stateMeans: {
    scheduled: scheduled.customer.means,
    in_force: 'Puede conectarse ahora.',
    suspended: 'Por ahora no puede conectarse. Contacte a su proveedor para reanudar su acceso.',
    expired: 'Su acceso venció y ya no puede conectarse.',
    revoked: 'Su acceso se canceló. Si cree que es un error, contacte a su proveedor.',
  } satisfies Record<DeliveryState, string>,
  base: 'Base',
  network: 'Red',
  networkMountpoint: 'Toda la red',
  stationsOf: (group: string) => `Estaciones de «${group}»`,
  source: {
    up: 'Transmitiendo',
    poor: 'Servicio degradado',
    down: 'Sin señal',
    maintenance: 'En mantenimiento',
    not_measured: 'Sin medición',
  } satisfies Record<SourceState, string>,
  sourceMeans: {
    up: 'Las correcciones llegan con normalidad.',
    poor: 'Las correcciones llegan incompletas o con retraso. Puede tardar más en fijar.',
    down: 'En este momento no hay correcciones. El problema no es su equipo. Espere o contacte al operador de la red.',
    maintenance: 'En mantenimiento. Es posible que no haya correcciones.',
    not_measured: 'El operador la reporta en servicio. Aún no hay mediciones.',
  } satisfies Record<SourceState, string>,
  now: 'Estado actual',
  asOf: 'Consultado:',
  qr: 'Abrir en otro equipo',
  qrMeans: 'Escanee este código con su teléfono o colectora para abrir esta página.',
  qrOnPaper: 'Escanee para ver el estado actual y copiar sus datos.',
  qrAlt: 'Código QR con la dirección de esta página',
  pdf: 'Descargar PDF',
  how: 'Cómo conectarse',
  groupOpens: (name: string, mountpoints: string, more: number) =>
    `Este acceso es para las estaciones de «${name}». Además del punto de montaje de la red, que solo usa estas estaciones, puede conectarse a cada una: ${mountpoints}${more > 0 ? ` y ${more} más` : ''}.`,
  others: 'Otros puntos de montaje',
  othersMean: (mountpoint: string) =>
    `Con el mismo usuario y contraseña. Cada resultado está en el marco de su punto de montaje: use ${mountpoint}, salvo que su proyecto necesite otro.`,
  othersMore: (count: number) => `y ${count} más`,
  sendPosition:
    'Active el envío de su posición (NMEA GGA). Este punto de montaje la necesita para enviarle las correcciones de su zona.',
  oneSession: 'Conecte un solo equipo a la vez. Un segundo equipo con el mismo usuario puede desconectar al primero.',
  howPlain: [
    'Conecte su equipo a internet (SIM, Wi-Fi o teléfono).',
    'Abra los ajustes de NTRIP y escriba el caster, el puerto, el usuario y la contraseña tal como aparecen aquí.',
    'Elija el punto de montaje y conéctese.',
    'Espere la solución fija («Fix») a cielo abierto antes de medir.',
  ],
  datumMeans: (frame: string, epoch: string | null, official: boolean): string =>
    epoch === null
      ? `Sus coordenadas están en ${frame}. Compárelas solo con puntos en el mismo marco.`
      : `Sus coordenadas están en ${frame}${official ? ', el marco oficial de México,' : ''} en la época ${epoch}. Compárelas solo con puntos del mismo marco y la misma época.`,
  gone: 'Este enlace no es válido',
  goneMeans:
    'Puede estar incompleto, desactivado o reemplazado. Pida el enlace actual a su proveedor y cópielo completo.',
  lost: 'Página no encontrada',
  lostMeans: 'La dirección puede estar incompleta o mal escrita, o la página ya no existe.',
  lostHome: (network: string) => `Ir a ${network}`,
  slow: 'Demasiados intentos',
  slowMeans: (seconds: number) =>
    `Recibimos muchos enlaces no válidos desde su conexión. Intente de nuevo en  ${count(seconds, 'segundo', 'segundos')}.`,
  trouble: 'No podemos mostrar esta página en este momento',
  troubleMeans: 'El problema es nuestro. Su acceso no cambia. Intente de nuevo en un minuto.',
  busy: 'El PDF aún no está listo',
  busyMeans: 'Estamos generando muchas hojas. Intente de nuevo en unos segundos. La página muestra todos sus datos.',
  status: 'Estado',
  corrections: 'Correcciones',
  equipmentTitle: 'En su equipo',
  printed: (time: string) => `Hoja generada el ${time}.`,
  mail: {
    subject: (mountpoint: string) => `sus datos de acceso NTRIP (${mountpoint})`,
    hello: (name: string | null) => (name === null ? 'Hola:' : `Hola, ${name}:`),
    intro: (network: string) =>
      `Estos son los datos para conectar su receptor a ${network}. También están en el PDF adjunto.`,
    page: 'Abrir su página de acceso',
    otherLanguage: 'In English:',
    reminderSubject: (left: string) => `su acceso NTRIP vence en ${left}`,
    reminder: (network: string, left: string) =>
      `Su acceso a ${network} vence en ${left}. Después ya no podrá conectarse.`,
    reminderDo: 'Si va a seguir trabajando, pida la renovación a su proveedor con tiempo.',
    renewHere: 'Renueve en su página: conserva el usuario y la contraseña, sin cambios en su equipo.',
    renew: 'Renovar mi acceso',
    endedSubject: 'su acceso NTRIP venció',
    ended: (network: string) => `Su acceso a ${network} venció y ya no puede conectarse.`,
    endedDo: 'Para continuar, pida la renovación a su proveedor.',
    renewedSubject: 'su acceso NTRIP se renovó',
    renewed: (network: string, until: string) =>
      `Recibimos su pago. Su acceso a ${network} ahora vence el ${until}. El usuario y la contraseña son los mismos: no cambie nada en su equipo.`,
    linksSubject: 'enlaces para renovar su acceso',
    links: 'Pidió los enlaces para renovar su acceso. Conserva el usuario y la contraseña, sin cambios en su equipo.',
    linksIgnore: 'Si usted no los pidió, ignore este correo. No comparta los enlaces: muestran su contraseña.',
    issuersWords: 'Mensaje de su proveedor:',
    questions: (phone: string) => `¿Dudas? Llámenos al ${phone}.`,
    farewell: 'Mensaje automático. No responda a este correo.',
  },
  equipment,
  generalSteps,
  further,
  live,
  recipes,
  rinex,
}

export type Words = typeof es
