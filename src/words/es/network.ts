import type { NetworkWords } from '../network.ts'

const refusals: NetworkWords['refusals'] = {
  credentials: 'usuario o contraseña',
  unknown_mountpoint: 'no existe el punto de montaje',
  taken: 'ocupado',
  not_ntrip: 'no es NTRIP',
  other: 'otro motivo',
}

export const network: NetworkWords = {
  streamTrouble: {
    not_asked: () => 'aún no se comprueba',
    not_asked_lately: () => 'no se ha comprobado recientemente',
    closed: () => 'se cerró la conexión',
    no_answer: () => 'no hubo respuesta',
    refused: ({ reason, said }) => `rechazó la petición: ${refusals[reason]} (${said})`,
    no_data: () => 'no llegaron datos',
    silent: () => 'dejó de enviar datos',
    ended: () => 'terminó la transmisión',
    badly_chunked: () => 'la transmisión tiene una codificación por bloques no válida',
    stalled: () => 'el otro caster dejó de leer el flujo',
    not_rtcm: () => 'los datos no son RTCM 3',
    input_not_allowed: ({ input }) => `${input} no está permitido en este equipo; agréguelo a CASTER_PULL_ALLOW`,
    forbidden_address: ({ address }) =>
      `${address} es una dirección privada o local; permita su red con CASTER_PULL_ALLOW`,
    nobody_listens: ({ host, port }) => `${host} rechaza las conexiones en el puerto ${port}`,
    unknown_host: ({ host }) => `no se pudo resolver el nombre ${host}`,
    unreachable: ({ host }) => `no se puede llegar a ${host}`,
    no_tls: ({ host, port }) => `${host}, puerto ${port}, no usa TLS`,
    certificate: ({ said }) => `su certificado no es de confianza: ${said}`,
    said: ({ said }) => said,
  },
  table: {
    no_table: () => 'la respuesta no es una tabla de fuentes (sourcetable)',
    torn_table: () => 'la tabla de fuentes está incompleta',
    table_too_long: ({ mostBytes }) => `la tabla de fuentes pesa más de ${mostBytes / 1_048_576} MB`,
    ourselves: () => 'es la dirección de este mismo caster, así que no se ofrece nada de ella',
  },
  leftOut: {
    name_form: 'su nombre no es un nombre de punto de montaje válido',
    twice: 'aparece dos veces, o solo difiere de otro por mayúsculas',
    mountpoint_of_network: 'el punto de montaje de la red ya se llama así; use un prefijo',
    mountpoint_of_station: 'un punto de montaje de esta red ya se llama así; use un prefijo',
    code_of_station: 'una estación de esta red ya tiene ese código; use un prefijo',
    ours: 'proviene de este mismo caster',
    too_many: 'son demasiados',
  },
  refusals,
  choice: {
    near_base: ({ station, nearKm }) => `a menos de ${nearKm} km de ${station}`,
    triangle: ({ stations, sideKm }) =>
      `dentro del triángulo ${stations.join(', ')}, con lados de ${sideKm} km como máximo`,
    nearest_reaching: ({ station, radiusKm }) =>
      `${station} es la estación más cercana cuyo radio (${radiusKm} km) cubre la posición`,
    too_far: ({ station, distanceKm, radiusKm }) =>
      `sin cobertura: la estación disponible más cercana, ${station}, está a ${distanceKm.toFixed(1)} km y su radio es de ${radiusKm} km`,
    not_serving: ({ station, distanceKm, status }) =>
      `sin cobertura: ${station}, a ${distanceKm.toFixed(1)} km, cubre esta posición, pero ${status === 'maintenance' ? 'está en mantenimiento' : 'no envía datos utilizables'}`,
    no_station: () => 'sin cobertura: ninguna estación está en línea ni degradada',
  },
  engineAway: '; el motor VRS, que cubre esta posición, no envía datos',
  degraded: (codes) =>
    `; ${codes.join(', ')} ${codes.length === 1 ? 'está degradada' : 'están degradadas'} y las estaciones en línea no bastan`,
  altered: {
    nothing: 'el flujo de la estación, sin cambios',
    forms: { as_is: 'sin cambios', msm5: 'MSM5', msm4: 'MSM4', legacy: '1004 y 1012 para rovers antiguos' },
    only: (constellations) => `solo ${constellations.join('+')}`,
    every: (seconds) => `cada ${seconds} s`,
    keep: (numbers) => `solo los mensajes ${numbers.join(', ')}`,
    added: (numbers, seconds, replaces) =>
      `${replaces ? 'mensajes sustituidos' : 'mensajes faltantes añadidos'}: ${numbers.join(', ')} cada ${seconds} s`,
    ephemerides: (seconds) => `efemérides faltantes añadidas cada ${seconds} s`,
    stationNumber: (number) => `ID de estación ${number}`,
    announced: (datum) => `posición en ${datum}`,
    drop: (numbers) => `sin los mensajes ${numbers.join(', ')}`,
  },
  notConverted: {
    malformed: 'mensajes no válidos',
    lower_level: 'MSM1 a MSM3, que no se pueden convertir a 1004 y 1012',
    older_form: 'mensajes 1001, 1003, 1009 y 1011, que no se pueden convertir a MSM4',
    no_older_form: 'mensajes de una constelación que el formato antiguo no admite',
    sent_twice: 'mensajes que la estación envía en dos formatos; se usa solo uno',
    other_frame:
      'posiciones que no se pueden dar en el marco de referencia del punto de montaje, y mensajes de transformación',
    no_first_frequency: 'satélites sin la primera frecuencia',
    no_number: 'satélites cuyo número el formato no admite',
    too_many: 'satélites que no caben en un mensaje',
    no_place: 'otras señales de un satélite que el formato no admite',
    half_cycle: 'fases con medio ciclo por resolver, que el formato antiguo no puede indicar',
    out_of_range: 'valores fuera del rango de su campo, que se envían como no disponibles',
  },
}
