// A simulated station is measured and judged; the API, the command line and the alerts show the result.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readQuality } from '../../src/actions/alerts/present.ts'
import { QualityJudge } from '../../src/actions/network/judge-quality.ts'
import { positionText, skyplot } from '../../src/cli/stations/quality.ts'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../src/demo/simulator/station-stream.ts'
import { saveMeasured } from '../../src/recording/quality/save.ts'
import { StationMeters } from '../../src/recording/quality/station-meters.ts'
import { CurrentReader } from '../../src/store/current/current.ts'
import { deleteQuality } from '../../src/store/stations/quality/write.ts'
import { expectProblem } from '../support/problems.ts'
import { stationIdOf } from '../support/rows.ts'
import { type Client, STATIONS, TestService } from '../support/service.ts'

const START = Date.UTC(2026, 10, 14, 18)
const MINUTE_MS = 60_000
const PLACE = { lat: STATIONS.cdmx.lat, lng: STATIONS.cdmx.lng, height: 2240 }

let service: TestService
let client: Client
let id: number

/** Judges what a station measured until then; the registered position is `north` degrees off the antenna. */
async function measureUntil(minutes: number, north = 0): Promise<void> {
  const meters = new StationMeters()
  meters.setStations([{ id, near: null }])
  const stream = new StationStream(new Sky(1), {
    code: 'CDMX',
    stationId: 1,
    position: { ...PLACE, lat: PLACE.lat + north },
  })
  for (let at = START; at < START + minutes * MINUTE_MS; at += 10_000) meters.push(id, stream.epoch(at), at)
  const now = new Date(START + minutes * MINUTE_MS)
  await saveMeasured(service.db, meters.take(now.getTime() + 2 * MINUTE_MS))
  service.time = now
  const { book } = await new CurrentReader(service.db, { casterHost: 'x', casterPort: 2101 }).current()
  await new QualityJudge().run(service.db, book.active, now)
}

const quality = async () => (await client.get(`/stations/${id}/calidad`)).body

beforeAll(async () => {
  service = await TestService.start()
  client = await service.client()
  service.time = new Date(START)
  await service.saveStations(STATIONS.cdmx, STATIONS.toluca)
  id = await stationIdOf(service, 'CDMX')
})
afterAll(() => service.stop())

describe('GET /stations/{id}/calidad', () => {
  it('is sin_datos with nulls and empty lists for a station that was not measured, never good', async () => {
    const body = (await client.get(`/stations/${await stationIdOf(service, 'TOLU')}/calidad`)).body
    expect(body).toMatchObject({
      ok: true,
      station: { codigo: 'TOLU' },
      veredicto: 'sin_datos',
      motivos: [{ codigo: 'not_measured', valor: null, limite: null }],
      por_banda: [],
      cielo: [],
      posicion: null,
      historial: [],
    })
  })

  it('has the verdict, each band, the sky, the position and the history of a good station', async () => {
    await measureUntil(22)
    const body = await quality()
    expect([body.veredicto, body.motivos]).toEqual(['buena', []])
    const { banda, satelites, satelites_esperados, cn0_db_hz, saltos_por_hora, multitrayecto_m } = body.por_banda[0]
    expect(banda).toBe('L1')
    expect(satelites).toBeGreaterThan(15)
    expect(satelites_esperados).toBe(satelites)
    expect(cn0_db_hz.mediana).toBeGreaterThan(cn0_db_hz.p10)
    expect(saltos_por_hora).toBe(0)
    expect(multitrayecto_m).toBeGreaterThan(0.1)
    expect(body.cielo.length).toBeGreaterThan(15)
    expect(body.cielo[0]).toEqual({
      satelite: expect.stringMatching(/^[GREC]\d\d$/),
      azimut: expect.any(Number),
      elevacion: expect.any(Number),
      cn0_db_hz: expect.any(Number),
    })
    expect(body.posicion).toMatchObject({ metodo: 'punto', arriba_mm: null, minimo_detectable_mm: 3000 })
    expect(Math.hypot(body.posicion.este_mm, body.posicion.norte_mm)).toBeLessThan(1_000)
    expect(body.historial).toMatchObject([{ fecha: '2026-11-14', veredicto: 'buena' }])
  })

  it('is mala with value, limit and start if the registered position is wrong, and raises one alert', async () => {
    await service.db.pool.query('truncate station_quality_minutes, station_quality')
    await measureUntil(25, 0.001)
    const { veredicto, motivos } = await quality()
    expect(veredicto).toBe('mala')
    expect(motivos[0]).toMatchObject({ codigo: 'coordinates_wrong', limite: 20, desde: '2026-11-14T17:25:00.000Z' })
    expect(motivos[0].valor).toBeCloseTo(110.7, 0)
    expect(motivos[0].texto).toMatch(/^La antena está a 110\.\d m de la posición registrada \(límite 20 m\): corrija/)
    const { book } = await new CurrentReader(service.db, { casterHost: 'x', casterPort: 2101 }).current()
    const alerts = await readQuality(service.db, book.active, new Date(START + 25 * MINUTE_MS))
    expect(alerts).toMatchObject([
      { kind: 'quality_bad', severity: 'warning', name: 'CDMX', params: { reason: { code: 'coordinates_wrong' } } },
    ])
  })

  it('does not show a verdict that is no longer renewed', async () => {
    service.time = new Date(START + 60 * MINUTE_MS)
    expect(await quality()).toMatchObject({ veredicto: 'sin_datos', cielo: [], por_banda: [] })
  })

  it('returns 404 for an unknown station, and 403 without the scope', async () => {
    expectProblem(await client.get('/stations/999999/calidad'), 404, 'station_not_found')
    const other = await service.client(['webhooks'])
    expectProblem(await other.get(`/stations/${id}/calidad`), 403, 'insufficient_scope')
  })

  it('keeps a bounded history', async () => {
    const later = new Date(START + 90 * 24 * 60 * MINUTE_MS)
    while (await deleteQuality(service.db, { minutes: later, hours: later, sky: later }, 10));
    const { rows } = await service.db.pool.query(
      `select (select count(*) from station_quality_minutes) + (select count(*) from station_quality_hours)
         + (select count(*) from station_sky_parts) + (select count(*) from station_quality_days) as left`,
    )
    expect(rows[0].left).toBe(0)
  })
})

it('draws the sky with north up, and satellites that are not tracked in parentheses', () => {
  const satellite = (name: string, azimuth: number, elevation: number, isTracked: boolean) => ({
    ...{ satellite: name, azimuth, elevation, isTracked },
    cn0: 45,
  })
  const lines = skyplot([satellite('G07', 0, 45, true), satellite('E11', 90, 30, false), satellite('R03', 0, 90, true)])
  expect(lines[0]).toContain('N')
  expect(lines.findIndex((line) => line.includes('G07'))).toBe(6)
  expect(lines.find((line) => line.includes('R03'))).toContain('(E11)')
})

it('words the position with directions, so that zero has no sign', () => {
  const offset = { eastM: -0.04, northM: 26.93, upM: -0.21, since: new Date(START), detectableM: 3 }
  expect(positionText(offset)).toContain('registered one: 0.0 m west, 26.9 m north, 0.2 m down. Movements below 3.0 m')
  expect(positionText({ ...offset, upM: null })).toContain('0.0 m west, 26.9 m north. Movements')
})
