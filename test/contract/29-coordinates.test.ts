// GET /stations/{id}/coordenadas: positions by day.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteStationCoordinates, replaceStationCoordinates } from '../../src/store/stations/coordinates.ts'
import { expectInvalid, expectProblem } from '../support/problems.ts'
import { type Client, STATIONS, TestService } from '../support/service.ts'

const NOW = new Date('2026-11-14T12:00:00.000Z')
const COORDINATE = {
  ...{ eastMm: 1.23, northMm: -4.56, upMm: 7.8, sigmaMm: 2.1, sigmaUpMm: 5.4 },
  ...{ baselines: 3, isAttributed: true, completenessPct: 99.9, reference: null, hours: 24 },
}

let service: TestService
let client: Client
let id: number

beforeAll(async () => {
  service = await TestService.start({ clock: () => NOW })
  await service.saveStations(STATIONS.cdmx)
  client = await service.client(['read'])
  id = (await service.services.current()).book.byCode.get('cdmx')!.id
  await replaceStationCoordinates(service.db, [{ stationId: id, day: '2026-11-12', ...COORDINATE, eastMm: 99 }])
  await replaceStationCoordinates(service.db, [
    { stationId: id, day: '2026-11-12', ...COORDINATE },
    { stationId: id, day: '2024-01-01', ...COORDINATE },
  ])
})
afterAll(() => service.stop())

const read = (query = '') => client.get(`/stations/${id}/coordenadas${query}`)

it('returns one entry per day of the last 60, and null for days that were not computed', async () => {
  const { status, body } = await read()
  expect(status).toBe(200)
  expect(body.station).toEqual({ id, codigo: 'CDMX' })
  expect(body.coordenadas).toHaveLength(61)
  expect(body.coordenadas.at(-3)).toEqual({
    ...{ fecha: '2026-11-12', este_mm: 1.2, norte_mm: -4.6, arriba_mm: 7.8, sigma_mm: 2.1, sigma_arriba_mm: 5.4 },
    ...{ bases: 3, atribuida: true, completitud_pct: 99.9 },
  })
  expect(body.coordenadas.at(-1)).toMatchObject({ fecha: '2026-11-14', este_mm: null, bases: null, atribuida: null })
})

it('returns the days of a window', async () => {
  const { body } = await read('?desde=2026-11-12T00:00:00Z&hasta=2026-11-13T00:00:00Z')
  expect(body.coordenadas.map(({ fecha }: { fecha: string }) => fecha)).toEqual(['2026-11-12'])
})

it('refuses windows that are too long or end before they start, and unknown stations', async () => {
  expectInvalid(await read('?desde=2025-01-01&hasta=2026-11-01'), '/hasta')
  expectInvalid(await read('?desde=2026-11-02&hasta=2026-11-01'), '/hasta')
  expectProblem(await client.get('/stations/9999/coordenadas'), 404, 'station_not_found')
})

it('forgets positions of days before a date', async () => {
  await deleteStationCoordinates(service.db, '2024-11-14')
  const { rows } = await service.db.pool.query('select day::text from station_coordinates')
  expect(rows).toEqual([{ day: '2026-11-12' }])
})
