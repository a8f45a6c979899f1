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
    not_asked: () => 'aún no se consulta',
    not_asked_lately: () => 'hace tiempo que ningún caster lo consulta',
    closed: () => 'se cerró la conexión',
    no_answer: () => 'no hubo respuesta',
    refused: ({ reason, said }) => `rechazó la petición: ${refusals[reason]} (${said})`,
    no_data: () => 'no llegaron datos',
    silent: () => 'dejó de enviar datos',
    ended: () => 'terminó la transmisión',
    badly_chunked: () => 'la transmisión está mal dividida',
    not_rtcm: () => 'lo que llegó no es RTCM 3',
    forbidden_address: ({ address }) =>
      `${address} es una dirección privada o local; CASTER_PULL_ALLOW permite las redes propias`,
    nobody_listens: ({ host, port }) => `nada responde en ${host}, puerto ${port}`,
    unknown_host: ({ host }) => `el nombre ${host} no lleva a ninguna dirección`,
    unreachable: ({ host }) => `no se puede llegar a ${host}`,
    no_tls: ({ host, port }) => `lo que responde en ${host}, puerto ${port}, no habla TLS`,
    certificate: ({ said }) => `su certificado no es de confianza: ${said}`,
    said: ({ said }) => said,
  },
  table: {
    no_table: () => 'lo que llegó no es una tabla de fuentes (sourcetable)',
    torn_table: () => 'la tabla de fuentes se cortó antes de terminar',
    table_too_long: ({ mostBytes }) => `la tabla de fuentes pasa de ${mostBytes / 1_048_576} MB`,
    ourselves: () => 'esa dirección es este mismo caster: no se ofrece nada de él',
  },
  leftOut: {
    name_form: 'su nombre no puede ser un punto de montaje aquí',
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
      `dentro del triángulo ${stations.join(', ')}, con lados de ${sideKm} km a lo más`,
    nearest_reaching: ({ station, radiusKm }) =>
      `${station} es la estación más cercana cuyo radio (${radiusKm} km) alcanza la posición`,
    too_far: ({ station, distanceKm, radiusKm }) =>
      `sin cobertura: la estación más cercana que sirve, ${station}, está a ${distanceKm.toFixed(1)} km y su radio es de ${radiusKm} km`,
    not_serving: ({ station, distanceKm, status }) =>
      `sin cobertura: ${station}, a ${distanceKm.toFixed(1)} km, atendería esta posición, pero ahora ${status === 'maintenance' ? 'está en mantenimiento' : 'no envía datos que se puedan usar'}`,
    no_station: () => 'sin cobertura: ninguna estación está en línea ni degradada',
  },
  engineAway: '; el motor VRS, que atendería esta posición, no da datos',
  degraded: (codes) => `; ${codes.join(', ')} degradada, y las que están en línea no bastan`,
  altered: {
    nothing: 'el flujo de la estación tal cual',
    forms: { as_is: 'tal cual', msm5: 'MSM5', msm4: 'MSM4', legacy: '1004 y 1012 para rovers antiguos' },
    only: (constellations) => `solo ${constellations.join('+')}`,
    every: (seconds) => `cada ${seconds} s`,
    keep: (numbers) => `solo los mensajes ${numbers.join(', ')}`,
    drop: (numbers) => `sin los mensajes ${numbers.join(', ')}`,
  },
  notConverted: {
    malformed: 'mensajes que no se pueden leer',
    lower_level: 'MSM1 a MSM3, que no se pueden convertir a 1004 y 1012',
    older_form: 'mensajes 1001, 1003, 1009 y 1011, que no se pueden convertir a MSM4',
    no_older_form: 'mensajes de una constelación que la forma antigua no tiene',
    sent_twice: 'mensajes que la estación envía en dos formas: se usa solo una',
    no_first_frequency: 'satélites sin la primera frecuencia',
    no_number: 'satélites cuyo número no existe en la forma',
    too_many: 'satélites que no caben en un mensaje',
    no_place: 'otras señales de un satélite, sin lugar en la forma',
    half_cycle: 'fases con medio ciclo por resolver, lo que la forma antigua no puede indicar',
    out_of_range: 'valores que no caben en su campo: se envían como no disponibles',
  },
}
