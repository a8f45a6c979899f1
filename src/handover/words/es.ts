// Every word of ours that a customer reads, in Spanish. `en.ts` has the same keys.
import type { HandoverState, SourceState } from '../../domain/handover/handover.ts'

const count = (value: number, one: string, many: string) => `${value} ${value === 1 ? one : many}`

export const es = {
  zone: 'hora de Ciudad de México',
  otherLanguage: 'English',
  private: 'Quien tiene este enlace ve la contraseña: compártalo solo con quien deba conectarse.',
  privateSheet: 'Esta hoja muestra la contraseña: entréguela solo a quien deba conectarse.',
  simulated: 'Red simulada: nada de esto es real.',
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
    const minutes = Math.max(0, Math.ceil(milliseconds / 60_000))
    if (minutes < 120) return count(minutes, 'minuto', 'minutos')
    const hours = Math.ceil(minutes / 60)
    return hours < 48 ? count(hours, 'hora', 'horas') : count(Math.ceil(hours / 24), 'día', 'días')
  },
  state: {
    scheduled: 'Programada',
    in_force: 'Vigente',
    expired: 'Vencida',
    revoked: 'Revocada',
  } satisfies Record<HandoverState, string>,
  stateMeans: {
    scheduled: 'Todavía no abre: el caster la acepta desde la hora de inicio.',
    in_force: 'Puede conectarse ahora.',
    expired: 'Su vigencia terminó y el caster ya no la acepta. Para seguir, pida una nueva a quien se la dio.',
    revoked: 'Fue cancelada y el caster ya no la acepta. Si cree que es un error, hable con quien se la dio.',
  } satisfies Record<HandoverState, string>,
  base: 'Base',
  network: 'Red',
  networkMountpoint: 'Toda la red',
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
    not_measured: 'Se anuncia en servicio; su señal no se mide, así que no podemos asegurarlo.',
  } satisfies Record<SourceState, string>,
  now: 'Estado ahora',
  asOf: 'Consultado:',
  qr: 'Abrir en otro equipo',
  qrMeans: 'Este código lleva a esta misma página: escanéelo con el teléfono o la colectora.',
  qrOnPaper: 'Escanee para ver el estado de hoy y copiar los datos.',
  qrAlt: 'Código QR con la dirección de esta página',
  pdf: 'Descargar en PDF',
  how: 'Cómo conectarse',
  sendPosition:
    'Active el envío de su posición (NMEA GGA): este punto de montaje la necesita para darle las correcciones de su zona.',
  oneSession: 'Conecte un solo equipo a la vez: si entra otro con el mismo usuario, puede desconectar al primero.',
  howPlain: [
    'Dé internet a su equipo (SIM, Wi-Fi o el teléfono).',
    'Abra los ajustes de NTRIP y escriba caster, puerto, usuario y contraseña tal como están aquí.',
    'Elija el punto de montaje y conecte.',
    'Espere la solución fija («Fix») a cielo abierto antes de medir.',
  ],
  datumMeans: (frame: string, epoch: string | null, official: boolean): string =>
    epoch === null
      ? `Sus coordenadas quedan en ${frame}; compárelas solo con puntos en el mismo marco.`
      : `Sus coordenadas quedan en ${frame}${official ? ', el marco oficial de México,' : ''} referidas a la época ${epoch}: compárelas solo con puntos del mismo marco y de la misma época.`,
  gone: 'Este enlace no abre nada',
  goneMeans:
    'Puede estar incompleto, o quien se lo dio lo retiró o lo cambió por otro. Pídale el enlace actual; cópielo entero.',
  slow: 'Demasiados intentos',
  slowMeans: (seconds: number) =>
    `Desde su conexión llegaron muchos enlaces que no existen. Intente otra vez en ${count(seconds, 'segundo', 'segundos')}.`,
  trouble: 'No podemos mostrar la página en este momento',
  troubleMeans: 'Falla de nuestro lado; su acceso no cambia por eso. Intente otra vez en un minuto.',
  busy: 'En este momento se preparan muchas hojas',
  busyMeans: 'Sus datos no cambian y la página los muestra todos. Pida el PDF otra vez en unos segundos.',
  status: 'Estado',
  corrections: 'Correcciones',
  equipmentTitle: 'En su equipo',
  printed: (time: string) => `Hoja hecha el ${time}.`,
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
    farewell: 'Este correo se envía solo; no hace falta responderlo.',
  },
  equipment: [
    {
      name: 'Emlid (Reach, Flow)',
      short: 'Emlid Flow: Correction input → NTRIP → Add profile.',
      steps: [
        'En Emlid Flow conéctese al receptor y dele internet (SIM, o Wi-Fi del teléfono).',
        'Abra Correction input, elija NTRIP y agregue un perfil (Add profile).',
        'Escriba dirección, puerto, usuario, contraseña y punto de montaje; guarde y conecte.',
      ],
    },
    {
      name: 'SW Maps',
      short: 'Bluetooth GNSS → NTRIP Client → Connect.',
      steps: [
        'Conecte el receptor en Bluetooth GNSS (o USB Serial GNSS).',
        'En el menú abra NTRIP Client y escriba dirección, puerto, punto de montaje, usuario y contraseña.',
        'Marque Send NMEA GGA y toque Connect.',
      ],
    },
    {
      name: 'Lefebure NTRIP Client',
      short: 'Settings → NTRIP Settings; Data Stream = punto de montaje.',
      steps: [
        'Settings → Receiver Settings: elija su receptor Bluetooth.',
        'Settings → NTRIP Settings: Protocol NTRIP v1.0, Caster IP, Port, Username y Password.',
        'En Data Stream elija el punto de montaje y, en Reported Location, Get From External Receiver. Regrese y toque Connect.',
      ],
    },
    {
      name: 'u-center (u-blox)',
      short: 'Receiver → NTRIP Client… → Update source table.',
      steps: [
        'Con el receptor conectado, abra Receiver → NTRIP Client…',
        'Escriba Address, Port, Username y Password, y oprima Update source table.',
        'Elija el punto de montaje y confirme con OK: las correcciones pasan al receptor.',
      ],
    },
    {
      name: 'Trimble Access',
      short: 'Estilo de levantamiento → Enlace de datos del móvil: Internet, contacto GNSS con NTRIP.',
      steps: [
        'En Configuraciones → Estilos de levantamiento, opciones del móvil: formato RTCM RTK (VRS (RTCM) para un punto de montaje de red).',
        'En Enlace de datos del móvil elija Conexión a Internet y cree un contacto GNSS con NTRIP: dirección IP o nombre, puerto, usuario y contraseña.',
        'Ponga «Conectar directamente al punto de montaje», escriba su nombre e inicie el levantamiento.',
      ],
    },
    {
      name: 'Leica Captivate',
      short: 'Asistente de móvil RTK → Internet → NTRIP.',
      steps: [
        'Abra el asistente de perfil RTK del móvil (RTK rover wizard), cree un perfil y elija Internet como conexión.',
        'Cree el servidor con dirección y puerto; ponga usuario (User ID) y contraseña de NTRIP y el punto de montaje.',
        'Elija el formato de datos RTCM v3 y termine el asistente.',
      ],
    },
    {
      name: 'RTKLIB',
      short: 'RTKNAVI: Input Streams → (2) Base Station → NTRIP Client.',
      steps: [
        'En RTKNAVI abra Input Streams (I) y, en (2) Base Station, elija NTRIP Client.',
        'En Opt escriba caster, puerto, punto de montaje, usuario y contraseña; el formato es RTCM 3.',
        'Si el punto de montaje es de red, ponga Transmit NMEA GPGGA to Base Station en Single.',
      ],
    },
  ],
}

export type Words = typeof es
