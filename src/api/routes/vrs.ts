import { Coverage } from '../../domain/network/mountpoint-choice.ts'
import { choiceToWire, VrsQuery, VrsResponse } from '../../wire/network/vrs.ts'
import { derivedFromStations } from '../derived.ts'
import { json, problems } from '../describe.ts'
import type { ApiServices, App } from '../services.ts'

export function vrsRoutes(app: App, { clock }: ApiServices): void {
  const coverageAt = derivedFromStations((book, now) => new Coverage(book.active, now))

  app.get(
    '/vrs',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'chooseMountpoint',
        tags: ['Mountpoint'],
        summary: 'Mountpoint for a position',
        description:
          'Network RTK/VRS or a single base, over stations that are online (or degraded, when no online one serves): the nearest station within 10 km; else the network mountpoint inside a triangle of stations whose sides are at most 70 km; else the nearest station whose `radio_km` reaches the position; else no coverage. The distances are settings of the network. Scope `read`.',
        querystring: VrsQuery,
        response: { 200: json('The choice.', VrsResponse, example), ...problems('invalid_request') },
      },
    },
    async ({ query, current }) => {
      const { network } = current.book
      return choiceToWire(coverageAt(current.book, clock()).choose(query, network), network)
    },
  )
}

const example = {
  ok: true,
  modo: 'vrs',
  mountpoint: 'RED',
  caster: 'rtk.example.mx',
  puerto: 2101,
  formato: 'RTCM 3.2',
  datum: 'ITRF2008 época 2010.0',
  cobertura: true,
  distancia_km: 23.4,
  error_esperado_mm: { horizontal: 15, vertical: 25 },
  station: null,
  estaciones: [
    { id: 3, codigo: 'CDMX', status: 'online', telemetria: true, distancia_km: 23.4 },
    { id: 4, codigo: 'TOLU', status: 'online', telemetria: true, distancia_km: 38.912 },
    { id: 9, codigo: 'CUER', status: 'online', telemetria: false, distancia_km: 41.07 },
  ],
  alternativas: [{ modo: 'base', mountpoint: 'CDMX_RTCM32', distancia_km: 23.4 }],
  motivo: 'inside the triangle CDMX, TOLU, CUER, every side at most 70 km',
}
