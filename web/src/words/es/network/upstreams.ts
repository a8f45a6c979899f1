const points = (count: number) => (count === 1 ? '1 punto de montaje' : `${count} puntos de montaje`)
const rovers = (count: number) => (count === 1 ? '1 rover' : `${count} rovers`)

export const es = {
  title: 'Casters de origen',
  hint: 'Otros casters cuyos puntos de montaje se ofrecen aquí, con las credenciales de esta red.',
  empty: 'Aún no hay casters de origen.',
  emptyFiltered: 'Ningún caster de origen coincide con los filtros.',
  search: 'Buscar por nombre o dirección',
  searchChip: (text: string) => `«${text}»`,
  welcomeTitle: '¿Ya tiene un caster?',
  welcome:
    'Ponga Vértice delante. Sus estaciones siguen enviando a su caster, y sus rovers se conectan aquí: con credenciales que vencen al segundo, límite de sesiones, explicación de cada rechazo y venta en línea. En su caster solo hace falta una cuenta para Vértice.',
  welcomeHow:
    'Cada punto de montaje de su tabla de fuentes se vuelve una estación de esta red. Se abre cuando un rover la pide y se cierra un minuto después del último.',
  readMore: 'Guía paso a paso (en inglés)',
  add: 'Agregar caster de origen',
  create: 'Agregar',
  save: 'Guardar cambios',
  edit: 'Editar',
  made: (name: string) => `${name} se agregó; su tabla de fuentes se consulta ahora`,
  saved: (name: string) => `${name} se guardó; su tabla de fuentes se consulta ahora`,
  remove: 'Quitar',
  removed: (name: string, stations: number) =>
    `${name} se quitó; ${stations === 1 ? 'se archivó 1 estación' : `se archivaron ${stations} estaciones`}`,
  removeTitle: (name: string) => `¿Quitar ${name}?`,
  removeConsequence: (stations: number, connected: number) =>
    `${stations === 1 ? 'Se archiva su estación.' : `Se archivan sus ${stations} estaciones.`} ${
      connected === 0
        ? 'Ningún rover las usa ahora.'
        : connected === 1
          ? 'Se desconecta 1 rover que la usa ahora.'
          : `Se desconectan ${connected} rovers que las usan ahora.`
    } Sus credenciales e historial se conservan, y vuelven a servir si lo agrega otra vez. En el otro caster no cambia nada.`,
  ask: 'Consultar ahora',
  asked: (name: string) => `Se consulta la tabla de fuentes de ${name}`,
  name: 'Nombre',
  nameHint: 'Para reconocerlo aquí; los rovers no lo ven. Letras, cifras, _ o -.',
  state: 'Estado',
  states: {
    asking: 'Consultando',
    answers: 'Responde',
    refuses: 'Responde, pero rechaza la cuenta',
    away: 'No responde',
  },
  refusesTitle: 'Rechaza la cuenta',
  refusesNote:
    'Su tabla de fuentes llega sin cuenta, pero sus puntos de montaje no se abren. Escriba de nuevo usuario y contraseña en Editar; la lista de abajo dice lo que respondió.',
  awaySince: 'No responde; se notó',
  awayNote:
    'Los rovers conectados esperan; a los nuevos se les rechaza. Todo sigue por sí solo en cuanto responda. Se le pregunta cada 15 segundos.',
  address: 'Dirección',
  addressHint:
    'Servidor y puerto: caster.ejemplo.mx:2101. También puede pegar ntrip://usuario:contraseña@servidor:2101.',
  tls: 'Conexión cifrada (TLS)',
  tlsHint: 'Si no escribe el puerto, se usa 443 con TLS y 2101 sin él.',
  withLogin: 'Pide usuario y contraseña',
  username: 'Usuario',
  password: 'Contraseña',
  loginHint: 'La cuenta debe poder abrir todos los puntos de montaje. Se guarda cifrada y no se vuelve a mostrar.',
  loginKept: 'Ya hay una cuenta guardada. Déjela vacía para conservarla.',
  loginAgain: 'La cuenta guardada es solo para la dirección anterior: escríbala de nuevo.',
  loggedIn: 'con usuario y contraseña',
  notLoggedIn: 'sin contraseña',
  prefix: 'Prefijo',
  prefixHint: 'Va antes del nombre de cada punto de montaje, para no chocar con los de esta red. Por ejemplo: OTRO_',
  noPrefix: 'ninguno',
  takePrefix: (prefix: string) => `Usar el prefijo ${prefix}`,
  servesNetwork: 'Puede atender rovers del punto de montaje de la red',
  servesNetworkHint:
    'Solo mientras sus estaciones transmiten. Si no lo activa, sirven únicamente a quien las pide por su nombre.',
  servesNetworkShort: 'Atiende a la red',
  yes: 'sí',
  no: 'no',
  since: 'Se sigue desde',
  askedAt: 'Última consulta',
  answeredAt: 'Última respuesta',
  table: 'En su tabla de fuentes',
  tableCounts: (listed: number, offered: number) => `${listed}, de los cuales se ofrecen ${offered}`,
  offered: 'Se ofrecen',
  inUse: 'En uso ahora',
  inUseOf: (count: number, connected: number) => (connected === 0 ? String(count) : `${count} (${rovers(connected)})`),
  mountpoints: 'Puntos de montaje',
  noMountpoints: 'Aún no se ofrece ninguno.',
  idleNote: 'Lo que nadie usa no se mide: su silencio no es una falla ni cuenta como caída.',
  mountpoint: 'Punto de montaje',
  there: (name: string) => `allá: ${name}`,
  now: 'Ahora',
  offers: {
    in_use: 'En uso, sin medición',
    idle: 'Nadie lo usa; sin medición',
    no_data: 'Lo piden y no llegan datos',
    unlisted: 'Ya no está en su tabla',
    away: 'Su caster no responde',
  },
  lastTime: (why: string) => `La última vez que se pidió: ${why}`,
  ownLines: 'una conexión por rover',
  rovers: 'Rovers',
  inStations: 'Ver en Estaciones',
  andMore: (shown: number, all: number) => `Se muestran ${shown} de ${all}; la lista de estaciones tiene todos.`,
  leftOut: 'No se ofrecen',
  leftOutCount: (count: number) => `No se ofrecen: ${count}`,
  try: 'Probar conexión',
  trying: 'Consultando su tabla de fuentes; puede tardar hasta 45 segundos.',
  tryLacks: 'Escriba la dirección y, si las pide, el usuario y la contraseña.',
  tryFailed: 'No se pudo obtener su tabla de fuentes',
  tried: (listed: number, offered: number) =>
    `Respondió con ${points(listed)}; ${offered === 1 ? 'se ofrecería 1' : `se ofrecerían ${offered}`}`,
  loginOpens: (mountpoint: string) => `${mountpoint} se abrió con esta cuenta.`,
  doesNotOpen: (mountpoint: string) => `${mountpoint} no se abre`,
  format: 'Formato',
  needsPosition: 'pide la posición del rover',
  firstOf: (shown: number, all: number) => `Los primeros ${shown} de ${all}.`,
}
