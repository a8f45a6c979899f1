import type { NetworkWords } from '../network.ts'

const refusals: NetworkWords['refusals'] = {
  credentials: 'usuario o contraseña',
  unknown_mountpoint: 'no existe el punto de montaje',
  taken: 'ocupado',
  not_ntrip: 'no es NTRIP',
  other: 'otro motivo',
}

export const network: NetworkWords = {
  upstream: {
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
    said: ({ said }) => said,
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
    no_station: () => 'sin cobertura: ninguna estación está en línea ni degradada',
  },
  engineAway: '; el motor VRS, que atendería esta posición, no da datos',
  degraded: (codes) => `; ${codes.join(', ')} degradada, y las que están en línea no bastan`,
}
