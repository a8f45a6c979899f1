import type { AccessWords } from '../access.ts'
import { listed, minuteOf, say } from '../say.ts'
import { network } from './network.ts'

/** The same text for both cases, so that clients cannot find out which users exist. */
const UNKNOWN_LOGIN = 'Usuario o contraseña incorrectos.'

export const access: AccessWords = {
  findings: {
    unknown_user: () =>
      'Ninguna credencial tiene ese usuario: revise cómo está escrito (los que se generan aquí no llevan 0, O, 1, l ni I).',
    email_as_user: () =>
      'Ninguna credencial tiene ese usuario: es un correo, y no es el usuario NTRIP. El usuario viene en el mensaje con la credencial.',
    test_credential: () =>
      'Es de prueba: la hizo un token de prueba y el caster nunca la acepta. Un token de producción emite una que funciona.',
    revoked: (at) => `Fue revocada el ${at}; ya no abrirá.`,
    expired: (at) => `Venció el ${at}.`,
    suspended: (at) => `Está suspendida desde el ${at}: no da acceso hasta que se reanude.`,
    not_started: (at) => `Todavía no inicia: empieza el ${at}.`,
    station_archived: () => 'Está vigente, pero su estación está archivada: no hay nada que abrir.',
    group_gone: () => 'Está vigente, pero su grupo de estaciones se eliminó: no hay a qué conectarse.',
    in_force: (until, mountpoint) => `Está vigente hasta el ${until} y da acceso a ${mountpoint}.`,
    opens_group: (name, stations) =>
      stations === 0
        ? `Da acceso al grupo «${name}», que no tiene estaciones activas: no hay a qué conectarse.`
        : `Da acceso al grupo «${name}»: ${stations === 1 ? '1 estación' : `${stations} estaciones`}, cada una por su punto de montaje, y al punto de montaje de la red dentro del grupo.`,
    connected: (address, since, bytes) =>
      `Está conectada ahora, desde ${address}, a partir del ${since}; ha recibido ${bytes} (se cuenta cada minuto).`,
    let_in_from_memory: (at) =>
      `El ${at} se admitió con lo que el caster recordaba de ella, porque la base de datos no respondía.`,
    noted: (note, at) => `Lo último que pasó: ${note} (${at}).`,
    refused: (at, address, times, why) =>
      `El último intento, el ${at} desde ${address}${times > 1 ? ` (${times} veces)` : ''}, se rechazó: ${why}.`,
    ended: (from, to, bytes, why, note) =>
      `Su última conexión fue del ${from} al ${to}, recibió ${bytes} y terminó porque ${why}.${note ? ` Antes de eso: ${note}.` : ''}`,
    outside_fence: (at, km) =>
      `El equipo estaba fuera de la zona de la credencial el ${at}, por ${km}: recibe datos de nuevo en cuanto diga que está dentro.`,
    outside_fence_served: (at, km) =>
      `El equipo estaba fuera de la zona de la credencial el ${at}, por ${km}; en una base recibe datos de todos modos.`,
    felt: (
      { ageSeconds, medianAgeSeconds, worstAgeSeconds, distanceKm, baseChanges, gaps, longestGapSeconds },
      fixedPct,
    ) =>
      `Lo que recibió el equipo: ${listed(
        ageSeconds !== null && `sus correcciones tienen ${ageSeconds} s`,
        medianAgeSeconds !== null &&
          `en toda la conexión ${medianAgeSeconds} s (mediana), a lo más ${worstAgeSeconds} s`,
        fixedPct !== null && `${fixedPct} % de sus posiciones fijas`,
        distanceKm !== null && `su base está a ${distanceKm.toFixed(1)} km`,
        baseChanges !== null && baseChanges > 0 && `${baseChanges} ${baseChanges === 1 ? 'cambio' : 'cambios'} de base`,
        gaps === 0 && 'sin cortes',
        gaps !== null &&
          gaps > 0 &&
          `${gaps} ${gaps === 1 ? 'corte' : 'cortes'} sin correcciones, el más largo de ${longestGapSeconds} s`,
      )}.`,
    never_seen: () => 'El caster nunca la ha visto: revise servidor, puerto y la conexión a internet del equipo.',
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
      because: () => 'nadie tenía ese usuario entonces',
    },
    email_as_user: {
      screen: UNKNOWN_LOGIN,
      short: 'Un correo como usuario',
      because: () =>
        'el equipo envió un correo como usuario: no es el usuario NTRIP, que el cliente encuentra junto a la contraseña',
    },
    bad_password: {
      screen: UNKNOWN_LOGIN,
      short: 'Contraseña incorrecta',
      because: () => 'la contraseña no era correcta',
    },
    guessed_at: {
      screen: 'Demasiadas contraseñas incorrectas para este usuario: intente de nuevo en unos segundos.',
      short: 'Demasiados intentos',
      because: () => 'en ese momento se probaban demasiadas contraseñas incorrectas con ese usuario',
    },
    test_credential: {
      screen: 'Esta credencial es solo de prueba.',
      short: 'Credencial de prueba',
      because: () => 'es una credencial de prueba, que no da acceso',
    },
    not_started: {
      screen: 'Esta credencial aún no inicia.',
      short: 'Todavía no iniciaba',
      because: () => 'todavía no iniciaba',
    },
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
      because: (asked, opens) => `el equipo pidió ${asked}, y esta credencial da acceso a ${opens ?? 'ninguno'}`,
    },
    unknown_mountpoint: {
      screen: 'No existe ese mountpoint.',
      short: 'No existe ese punto de montaje',
      because: (asked) => `no existe el punto de montaje ${asked}`,
    },
    too_many_sessions: {
      screen: 'Esta credencial ya está en uso.',
      short: 'Ya estaba en uso',
      because: () => 'ya estaba en uso, y está configurada para rechazar más conexiones',
    },
    too_often: {
      screen: 'Esta credencial se conecta demasiado seguido: intente de nuevo en unos segundos.',
      short: 'Se conecta demasiado seguido',
      because: () =>
        'se conectaba una y otra vez, varias veces por segundo; el equipo debe esperar unos segundos antes de intentar de nuevo',
    },
    address_full: {
      screen: 'Demasiadas conexiones desde su dirección: intente de nuevo en unos segundos.',
      short: 'Demasiadas conexiones desde su dirección',
      because: () => 'su dirección (quizá compartida por muchos equipos) tenía tantas conexiones como se permiten',
    },
    outside_coverage: {
      screen: 'Ninguna estación cubre esta posición.',
      short: 'Fuera de cobertura',
      because: () => 'ninguna estación cubre esa posición',
    },
    base_down: {
      screen: 'La estación base no transmite.',
      short: 'Base sin datos',
      because: (asked) => `la base de ${asked} no enviaba datos`,
    },
    bus_away: {
      screen:
        'La base transmite a otra máquina, y desde aquí no se alcanza: falla el bus. Intente de nuevo en un momento.',
      short: 'Falla el bus',
      because: (asked) => `falla el bus: la base de ${asked} transmite a otra máquina, y sus flujos no llegan a esta`,
    },
    unavailable: {
      screen: 'Intente de nuevo en un momento.',
      short: 'Base de datos sin respuesta',
      because: () => 'la base de datos no respondió; el siguiente intento puede funcionar',
    },
  },

  pushes: {
    certificate_needed: 'Esta estación necesita su certificado de cliente: conéctese por TLS y preséntelo.',
    certificate_unknown: 'Este certificado de cliente no está registrado para esta estación.',
    certificate_ended: 'Este certificado de cliente ya venció: registre uno nuevo.',
    certificate_early: 'Este certificado de cliente aún no es válido: revise sus fechas.',
  },

  requests: {
    not_ntrip: 'Esto no es NTRIP. Revise servidor, puerto y si TLS está activado donde no debe.',
    unknown_method: 'Este método no se conoce aquí. GET abre un flujo o muestra la lista, POST y SOURCE traen uno.',
    head_too_long: 'La petición es demasiado larga.',
    head_unfinished: 'La petición no terminó: falta una línea vacía.',
    no_mountpoint: 'Falta el nombre del mountpoint.',
    bad_mountpoint: 'Ningún mountpoint puede llamarse así: solo letras, números, punto, guion y guion bajo.',
  },

  ends: {
    client_left: 'el equipo se desconectó',
    expired: 'la credencial venció',
    revoked: 'la credencial se revocó',
    suspended: 'la credencial se suspendió',
    changed: 'se cambió la contraseña, la estación, el grupo o la zona de la credencial, o cambió su grupo',
    replaced: 'la misma credencial se conectó de nuevo (queda la más reciente)',
    outside_fence: 'el equipo dijo que está fuera de la zona de la credencial',
    kicked: 'un operador la terminó',
    mountpoint_closed: 'el punto de montaje se eliminó, o ahora requiere usuario y contraseña',
    too_slow: 'el equipo dejó de recibir los datos (se cortó su línea, o es demasiado lenta)',
    sent_too_much: 'el equipo envió muchos más datos de los que necesita una posición',
    broken: 'se cortó la conexión',
    shutdown: 'se detuvo el caster',
    node_lost: 'el caster dejó de responder',
  },

  notes: {
    from_memory: () => 'se admitió de memoria: la base de datos no respondía',
    no_gga: () => 'sin GGA: este punto de montaje necesita la posición del rover, y no ha enviado ninguna',
    gga_bad_checksum: () =>
      'suma de verificación incorrecta: el rover envía su posición (GGA) con una suma que no coincide, y no se puede usar',
    gga_unreadable: () => 'GGA ilegible: el rover envía su posición en una forma que no se puede leer',
    gga_without_position: () =>
      'GGA sin posición: el receptor del rover todavía no encuentra su propia posición (calidad 0)',
    base_down: () => 'base caída: ninguna estación que alcance esa posición transmite',
    source_away: () => 'el caster de origen de este punto de montaje no entrega datos; la sesión lo espera',
    source_back: () => 'el caster de origen de este punto de montaje entrega datos otra vez',
    bus_away: () =>
      'falla el bus: la base transmite a otra máquina, y sus flujos no llegan a esta; la sesión queda abierta y sigue cuando el bus regrese',
    bus_back: () => 'regresó el bus: los flujos de otras máquinas llegan de nuevo',
    backup: ({ source }) => `desde el respaldo (${source}) de su base: la primera fuente de la base no llega`,
    backup_station: ({ station, distanceKm }) =>
      `desde el respaldo, la estación ${station}, a ${distanceKm.toFixed(1)} km de la solicitada, que no llega`,
    backup_over: () => 'de nuevo desde la primera fuente de su base',
    outside_coverage: () => 'fuera de cobertura: ninguna estación alcanza esa posición',
    outside_group: ({ group }) =>
      group === null
        ? 'fuera de cobertura: el grupo de esta credencial se eliminó'
        : `fuera de la cobertura de su grupo: ninguna estación de «${group}» alcanza esa posición`,
    left_group: ({ mountpoint, group }) =>
      group === null ? 'el grupo de esta credencial se eliminó' : `${mountpoint} ya no está en el grupo «${group}»`,
    outside_fence: ({ km }) => `fuera de su zona por ${km.toFixed(1)} km: no recibe datos hasta que vuelva a ella`,
    outside_fence_served: ({ km }) =>
      `fuera de su zona por ${km.toFixed(1)} km: en una base recibe datos de todos modos`,
    inside_fence: () => 'de nuevo dentro de su zona',
    fence_place_unknown: () =>
      'no se conoce su posición: la credencial solo sirve dentro de una zona, así que el rover debe enviar su posición (GGA) al menos cada cinco minutos',
    base: ({ station, distanceKm, before, lastSeenAt, registered }) =>
      `base ${before ? `${before.station}${before.silent ? ' (sin datos)' : ''} → ` : ''}${station}, a ${distanceKm.toFixed(1)} km` +
      (lastSeenAt === undefined ? '' : ` de donde estuvo el ${minuteOf(lastSeenAt)}`) +
      (registered ? ' de su lugar registrado' : ''),
    asking_vrs: () => 'se consulta al motor VRS',
    vrs_answers: () => 'el motor VRS responde',
    vrs_lost: ({ why }) => `se perdió el motor VRS${why ? `: ${say(network.streamTrouble, why)}` : ''}`,
    vrs_away: ({ why }) =>
      `el motor VRS no da datos${why ? ` (${say(network.streamTrouble, why)})` : ''}: entretanto, la base más cercana`,
    left_out: ({ times, bytes }) =>
      `la línea se detuvo ${times === 1 ? 'una vez' : `${times} veces`}: no se enviaron ${bytes} bytes de correcciones atrasadas`,
  },
}
