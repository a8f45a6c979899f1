import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, STATIONS, TestService } from '../support/service.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await TestService.start()
  client = await service.client()
  await service.saveStations(STATIONS.toluca, STATIONS.cdmx)
})
afterAll(() => service.stop())

describe('GET /stations', () => {
  it('lists active stations with every field of the contract, ordered by codigo', async () => {
    const { status, body } = await client.get('/stations')
    expect(status).toBe(200)
    expect(body.ok).toBe(true)
    expect(body.stations.map((station: { codigo: string }) => station.codigo)).toEqual(['CDMX', 'TOLU'])
    expect(body.stations[0]).toEqual({
      id: expect.any(Number),
      codigo: 'CDMX',
      nombre: 'Ciudad de México',
      estado_mx: 'Ciudad de México',
      lat: 19.4326,
      lng: -99.1332,
      radio_km: 50,
      status: 'online',
      constelaciones: '',
      telemetria: false,
      salud_pct: 99.9,
      latencia_ms: 45,
      sats: 28,
    })
  })
})
