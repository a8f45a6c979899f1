import type { AccessWords } from '../access.ts'
import { listed, minuteOf, say } from '../say.ts'
import { network } from './network.ts'
import { scheduled } from './scheduled.ts'
import { sent } from './sent.ts'

/** The same text for both cases, so that clients cannot find out which users exist. */
const UNKNOWN_LOGIN = 'Usuario o contraseña incorrectos.'

export const access: AccessWords = {
  sent,
  findings: {
    unknown_user: () =>
      'Ninguna credencial tiene ese usuario. Revise cómo está escrito: los usuarios generados no llevan 0, O, 1, l ni I.',
    email_as_user: () =>
      'Ninguna credencial tiene ese usuario: es un correo, no el usuario NTRIP. El usuario viene en el mensaje con la credencial.',
    test_credential: () =>
      'Se emitió con un token de prueba y el caster nunca la acepta. Emita una con un token de producción.',
    revoked: (at) => `Fue revocada el ${at} y ya no se puede conectar.`,
    expired: (at) => `Venció el ${at}.`,
    suspended: (at) => `Está suspendida desde el ${at} y no se puede conectar hasta que se reanude.`,
    not_started: scheduled.finding,
    station_archived: () => 'Está vigente, pero su estación está archivada y no hay a qué conectarse.',
    group_gone: () => 'Está vigente, pero su grupo de estaciones se eliminó y no hay a qué conectarse.',
    in_force: (until, mountpoint) => `Está vigente hasta el ${until} y da acceso a ${mountpoint}.`,
    opens_group: (name, stations) =>
      stations === 0
        ? `Da acceso al grupo «${name}», que no tiene estaciones activas, así que no hay a qué conectarse.`
        : `Da acceso al grupo «${name}»: ${stations === 1 ? '1 estación' : `${stations} estaciones`}, cada una por su punto de montaje, y al punto de montaje de la red dentro del grupo.`,
    connected: (address, since, bytes) =>
      `Está conectada desde ${address} a partir del ${since} y ha recibido ${bytes} (se actualiza cada minuto).`,
    let_in_from_memory: (at) =>
      `El ${at} el caster la admitió con los datos de su caché, porque la base de datos no estaba disponible.`,
    noted: (note, at) => `Último evento: ${note} (${at}).`,
    refused: (at, address, times, why) =>
      `El último intento, el ${at} desde ${address}${times > 1 ? ` (${times} veces)` : ''}, se rechazó: ${why}.`,
    ended: (from, to, bytes, why, note) =>
      `Su última conexión, del ${from} al ${to}, recibió ${bytes} y terminó porque ${why}.${note ? ` Antes de eso: ${note}.` : ''}`,
    outside_fence: (at, km) =>
      `El ${at} el equipo estaba ${km} fuera de la zona de uso. Recibirá datos de nuevo cuando reporte una posición dentro de ella.`,
    outside_fence_served: (at, km) =>
      `El ${at} el equipo estaba ${km} fuera de la zona de uso. Sigue recibiendo datos de una base individual.`,
    felt: (
      { ageSeconds, medianAgeSeconds, worstAgeSeconds, distanceKm, baseChanges, gaps, longestGapSeconds },
      fixedPct,
    ) =>
      `Correcciones recibidas: ${listed(
        ageSeconds !== null && `antigüedad ${ageSeconds} s`,
        medianAgeSeconds !== null && `antigüedad mediana ${medianAgeSeconds} s, máxima ${worstAgeSeconds} s`,
        fixedPct !== null && `${fixedPct} % de posiciones fijas`,
        distanceKm !== null && `base a ${distanceKm.toFixed(1)} km`,
        baseChanges !== null && baseChanges > 0 && `${baseChanges} ${baseChanges === 1 ? 'cambio' : 'cambios'} de base`,
        gaps === 0 && 'sin cortes',
        gaps !== null &&
          gaps > 0 &&
          `${gaps} ${gaps === 1 ? 'corte' : 'cortes'}, el más largo de ${longestGapSeconds} s`,
      )}.`,
    never_seen: () =>
      'Nunca ha intentado conectarse. Revise el servidor, el puerto y la conexión a internet del equipo.',
  },

  reasons: {
    no_credentials: {
      screen: 'Faltan usuario y contraseña.',
      short: 'Sin usuario ni contraseña',
      because: () => 'el equipo no envió usuario ni contraseña',
    },
    unknown_user: {
      screen: UNKNOWN_LOGIN,
      short: 'Usuario desconocido',
      because: () => 'ninguna credencial tenía ese usuario en ese momento',
    },
    email_as_user: {
      screen: UNKNOWN_LOGIN,
      short: 'Correo como usuario',
      because: () => 'el equipo envió un correo en lugar del usuario NTRIP, que está junto a la contraseña',
    },
    bad_password: {
      screen: UNKNOWN_LOGIN,
      short: 'Contraseña incorrecta',
      because: () => 'la contraseña no era correcta',
    },
    guessed_at: {
      screen: 'Demasiadas contraseñas incorrectas para este usuario. Intente de nuevo en unos segundos.',
      short: 'Demasiados intentos',
      because: () => 'hubo demasiados intentos con una contraseña incorrecta para ese usuario',
    },
    test_credential: {
      screen: 'Esta credencial es solo de prueba.',
      short: 'Credencial de prueba',
      because: () => 'es una credencial de prueba, que nunca da acceso',
    },
    not_started: scheduled.reason,
    expired: {
      screen: 'Esta credencial ya venció.',
      short: 'Ya había vencido',
      because: () => 'ya había vencido',
    },
    revoked: {
      screen: 'Esta credencial fue revocada.',
      short: 'Ya estaba revocada',
      because: () => 'ya estaba revocada',
    },
    suspended: {
      screen: 'Esta credencial está suspendida.',
      short: 'Estaba suspendida',
      because: () => 'estaba suspendida',
    },
    wrong_mountpoint: {
      screen: 'Esta credencial es para otro punto de montaje.',
      short: 'Otro punto de montaje',
      because: (asked, opens) =>
        `el equipo pidió ${asked}, pero esta credencial da acceso a ${opens ?? 'ningún punto de montaje'}`,
    },
    unknown_mountpoint: {
      screen: 'No existe ese punto de montaje.',
      short: 'No existe ese punto de montaje',
      because: (asked) => `no existe el punto de montaje ${asked}`,
    },
    too_many_sessions: {
      screen: 'Esta credencial ya está en uso.',
      short: 'Ya estaba en uso',
      because: () => 'ya estaba en uso y está configurada para rechazar más conexiones',
    },
    too_often: {
      screen: 'Esta credencial se reconecta demasiado seguido. Intente de nuevo en unos segundos.',
      short: 'Se reconecta demasiado seguido',
      because: () => 'se reconectaba varias veces por segundo; el equipo debe esperar unos segundos entre intentos',
    },
    address_full: {
      screen: 'Demasiadas conexiones desde su dirección. Intente de nuevo en unos segundos.',
      short: 'Demasiadas conexiones desde su dirección',
      because: () => 'su dirección, quizá compartida por muchos equipos, llegó al límite de conexiones',
    },
    outside_coverage: {
      screen: 'Ninguna estación cubre esta posición.',
      short: 'Fuera de cobertura',
      because: () => 'ninguna estación cubre esa posición',
    },
    base_down: {
      screen: 'La estación base está fuera de línea.',
      short: 'Base fuera de línea',
      because: (asked) => `la base de ${asked} no enviaba datos`,
    },
    bus_away: {
      screen: 'La base está conectada a otro nodo que no se alcanza. Intente de nuevo en un momento.',
      short: 'Bus de mensajes no disponible',
      because: (asked) => `el bus de mensajes no estaba disponible y la base de ${asked} está conectada a otro nodo`,
    },
    unavailable: {
      screen: 'Intente de nuevo en un momento.',
      short: 'Base de datos no disponible',
      because: () => 'la base de datos no estaba disponible; el siguiente intento puede funcionar',
    },
  },

  pushes: {
    certificate_needed: 'Esta estación requiere su certificado de cliente. Conéctese por TLS y preséntelo.',
    certificate_unknown: 'Este certificado de cliente no está registrado para esta estación.',
    certificate_ended: 'Este certificado de cliente ya venció. Registre uno nuevo.',
    certificate_early: 'Este certificado de cliente aún no es válido. Revise sus fechas.',
  },

  requests: {
    not_ntrip: 'Esto no es NTRIP. Revise el servidor, el puerto y que TLS esté desactivado en un puerto sin TLS.',
    unknown_method:
      'Método desconocido. Use GET para recibir un flujo o la tabla de fuentes, y POST o SOURCE para enviar un flujo.',
    head_too_long: 'La petición es demasiado larga.',
    head_unfinished: 'La petición está incompleta: falta la línea vacía final.',
    no_mountpoint: 'Falta el nombre del punto de montaje.',
    bad_mountpoint: 'Nombre de punto de montaje no válido. Use solo letras, números, punto, guion y guion bajo.',
  },

  ends: {
    client_left: 'el equipo se desconectó',
    expired: 'la credencial venció',
    revoked: 'la credencial se revocó',
    suspended: 'la credencial se suspendió',
    changed: 'cambió la contraseña, la estación, el grupo o la zona de uso de la credencial',
    replaced: 'la misma credencial se conectó de nuevo y se conserva la conexión más reciente',
    outside_fence: 'el equipo reportó una posición fuera de la zona de uso',
    kicked: 'un operador la desconectó',
    mountpoint_closed: 'el punto de montaje se eliminó o ahora requiere usuario y contraseña',
    too_slow: 'el equipo dejó de leer los datos (su conexión se cortó o es demasiado lenta)',
    sent_too_much: 'el equipo envió muchos más datos de los que necesita una posición',
    broken: 'se perdió la conexión',
    shutdown: 'se detuvo el caster',
    node_lost: 'el caster dejó de responder',
  },

  notes: {
    from_memory: () => 'se admitió desde la caché: la base de datos no estaba disponible',
    no_gga: () => 'sin GGA: el rover no ha enviado su posición, que este punto de montaje requiere',
    gga_bad_checksum: () => 'suma de verificación incorrecta: la posición (GGA) del rover no se puede usar',
    gga_unreadable: () => 'GGA no válida: la posición del rover no se puede leer',
    gga_without_position: () => 'GGA sin posición: el receptor del rover aún no tiene solución (calidad 0)',
    base_down: () => 'base fuera de línea: ninguna estación que cubra esa posición envía datos',
    source_away: () => 'el caster externo de este punto de montaje no envía datos; la sesión sigue abierta',
    source_back: () => 'el caster externo de este punto de montaje envía datos de nuevo',
    bus_away: () =>
      'bus de mensajes no disponible: la base está conectada a otro nodo; la sesión sigue abierta y continúa cuando el bus se recupere',
    bus_back: () => 'bus de mensajes recuperado: llegan de nuevo los flujos de otros nodos',
    backup: ({ source }) =>
      `recibe la fuente de respaldo (${source}) de su base: la fuente principal está fuera de línea`,
    backup_station: ({ station, distanceKm }) =>
      `recibe la estación de respaldo ${station}, a ${distanceKm.toFixed(1)} km de la solicitada, que está fuera de línea`,
    backup_over: () => 'recibe de nuevo la fuente principal de su base',
    outside_coverage: () => 'fuera de cobertura: ninguna estación cubre esa posición',
    outside_group: ({ group }) =>
      group === null
        ? 'fuera de cobertura: el grupo de esta credencial se eliminó'
        : `fuera de la cobertura de su grupo: ninguna estación de «${group}» cubre esa posición`,
    left_group: ({ mountpoint, group }) =>
      group === null ? 'el grupo de esta credencial se eliminó' : `${mountpoint} ya no está en el grupo «${group}»`,
    outside_fence: ({ km }) => `${km.toFixed(1)} km fuera de su zona de uso: no recibe datos hasta que regrese`,
    outside_fence_served: ({ km }) =>
      `${km.toFixed(1)} km fuera de su zona de uso: sigue recibiendo datos de una base individual`,
    inside_fence: () => 'de nuevo dentro de su zona de uso',
    fence_place_unknown: () =>
      'posición desconocida: la credencial tiene una zona de uso y el rover debe enviar su posición (GGA) al menos cada cinco minutos',
    base: ({ station, distanceKm, before, lastSeenAt, registered }) =>
      `base ${before ? `${before.station}${before.silent ? ' (sin datos)' : ''} → ` : ''}${station}, a ${distanceKm.toFixed(1)} km` +
      (lastSeenAt === undefined ? '' : ` de su posición del ${minuteOf(lastSeenAt)}`) +
      (registered ? ' de su ubicación registrada' : ''),
    asking_vrs: () => 'conectando con el motor VRS',
    vrs_answers: () => 'el motor VRS responde',
    vrs_lost: ({ why }) => `se perdió la conexión con el motor VRS${why ? `: ${say(network.streamTrouble, why)}` : ''}`,
    vrs_away: ({ why }) =>
      `el motor VRS no envía datos${why ? ` (${say(network.streamTrouble, why)})` : ''}: recibe la base más cercana`,
    left_out: ({ times, bytes }) =>
      `la conexión se detuvo ${times === 1 ? 'una vez' : `${times} veces`}: se omitieron ${bytes} bytes de correcciones atrasadas`,
  },
}
