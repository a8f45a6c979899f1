import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectInvalid, expectProblem } from '../support/problems.ts'
import { archive, declareStatus, measure, recordDay, stationIdOf } from '../support/rows.ts'
import { type Client, STATIONS, TestService } from '../support/service.ts'

// 12:00 in Mexico central time: 720 minutes of today have passed.
const NOON = '2026-11-14T18:00:00.000Z'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await TestService.start()
  client = await service.client()
  service.time = new Date('2026-11-01T00:00:00.000Z')
  await service.saveStations(STATIONS.cdmx, STATIONS.toluca, STATIONS.cuernavaca)
})
beforeEach(() => {
  service.at(NOON)
})
afterAll(() => service.stop())

const health = async (code: string) => client.get(`/stations/${await stationIdOf(service, code)}/health`)
// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
const day = async (code: string, fecha: string): Promise<any> =>
  (await health(code)).body.uptime.historial.find((entry: { fecha: string }) => entry.fecha === fecha)

describe('GET /stations/{id}/health', () => {
  it('returns the station, its health, its uptime and its status changes', async () => {
    const { status, body } = await health('CDMX')
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['cambios', 'ok', 'salud', 'station', 'uptime'])
    expect(body.ok).toBe(true)
    const listed = (await client.get('/stations')).body.stations
    expect(body.station).toEqual(listed.find(({ codigo }: { codigo: string }) => codigo === 'CDMX'))
  })

  it('returns nulls, never the defaults, for an unmeasured station', async () => {
    const { body } = await health('CDMX')
    expect(body.salud).toEqual({
      telemetria: false,
      salud_pct: null,
      latencia_ms: null,
      sats: null,
      por_constelacion: null,
      ultima_at: null,
      posicion_desvio_m: null,
    })
    expect(body.uptime.uptime_pct).toBeNull()
  })

  it('returns measured values with satellites by constellation and the position offset', async () => {
    await measure(service, 'TOLU', {
      measuredAt: '2026-11-14T17:59:59.000Z',
      healthPct: 99.8,
      latencyMs: 312,
      satellites: 17,
      byConstellation: { GPS: 10, GLO: 7 },
      positionOffsetM: 0.01,
    })
    expect((await health('TOLU')).body.salud).toEqual({
      telemetria: true,
      salud_pct: 99.8,
      latencia_ms: 312,
      sats: 17,
      por_constelacion: { GPS: 10, GLO: 7 },
      ultima_at: '2026-11-14T17:59:59.000Z',
      posicion_desvio_m: 0.01,
    })
  })

  it('returns latencia_ms null if the latency of a measured station is unknown', async () => {
    await measure(service, 'TOLU', { measuredAt: NOON, latencyMs: null })
    expect((await health('TOLU')).body.salud).toMatchObject({ telemetria: true, latencia_ms: null, sats: 31 })
  })
})

describe('the uptime history', () => {
  it('has exactly 60 consecutive days, oldest first, today last', async () => {
    const { uptime } = (await health('CDMX')).body
    expect(uptime.dias).toBe(60)
    const days = uptime.historial.map(({ fecha }: { fecha: string }) => fecha)
    expect(days).toHaveLength(60)
    expect([days[0], days.at(-1)]).toEqual(['2026-09-16', '2026-11-14'])
    const expected = Array.from({ length: 60 }, (_, index) =>
      new Date(Date.UTC(2026, 8, 16 + index)).toISOString().slice(0, 10),
    )
    expect(days).toEqual(expected)
  })

  it.each([
    ['2026-11-15T05:59:59.999Z', '2026-11-14'],
    ['2026-11-15T06:00:00.000Z', '2026-11-15'],
  ])('uses days of Mexico central time: at %s today is %s', async (now, today) => {
    service.at(now)
    expect((await health('CDMX')).body.uptime.historial.at(-1).fecha).toBe(today)
  })

  it('separates downtime from unmeasured time', async () => {
    await recordDay(service, 'CUER', '2026-11-10', {
      up: 1000,
      down: 40,
      healthPct: 99.9,
      latencyMs: 305,
      satellites: 30,
    })
    expect(await day('CUER', '2026-11-10')).toEqual({
      fecha: '2026-11-10',
      uptime_pct: 96.15,
      minutos_arriba: 1000,
      minutos_caidos: 40,
      minutos_sin_datos: 400,
      salud_pct: 99.9,
      latencia_ms: 305,
      sats: 30,
    })
  })

  it('is not lowered by unmeasured minutes', async () => {
    await recordDay(service, 'CUER', '2026-11-11', { up: 7, down: 0 })
    expect(await day('CUER', '2026-11-11')).toMatchObject({ uptime_pct: 100, minutos_sin_datos: 1433 })
  })

  it('has uptime_pct null, not 0 and not 100, on a day without measurements', async () => {
    expect(await day('CUER', '2026-11-12')).toEqual({
      fecha: '2026-11-12',
      uptime_pct: null,
      minutos_arriba: 0,
      minutos_caidos: 0,
      minutos_sin_datos: 1440,
      salud_pct: null,
      latencia_ms: null,
      sats: null,
    })
  })

  it('has uptime_pct 0 on a day that was down in every measured minute', async () => {
    await recordDay(service, 'CUER', '2026-11-13', { up: 0, down: 5 })
    expect(await day('CUER', '2026-11-13')).toMatchObject({ uptime_pct: 0, minutos_caidos: 5, minutos_sin_datos: 1435 })
  })

  it('counts only the past minutes of today', async () => {
    await recordDay(service, 'CUER', '2026-11-14', { up: 700, down: 0 })
    expect(await day('CUER', '2026-11-14')).toMatchObject({ uptime_pct: 100, minutos_sin_datos: 20 })
  })

  it('sums the measured minutes of these 60 days only', async () => {
    await recordDay(service, 'CUER', '2026-09-15', { up: 0, down: 1440 })
    const { uptime } = (await health('CUER')).body
    // 1000 + 7 + 0 + 700 up, 40 + 5 down
    expect(uptime.uptime_pct).toBe(97.43)
    expect(uptime.historial[0]).toMatchObject({ fecha: '2026-09-16', minutos_caidos: 0 })
  })

  it('does not round one minute of downtime to 100', async () => {
    for (const fecha of ['2026-11-01', '2026-11-02', '2026-11-03']) {
      await recordDay(service, 'TOLU', fecha, { up: 1440 })
    }
    await recordDay(service, 'TOLU', '2026-11-04', { up: 71_999, down: 1 })
    expect((await day('TOLU', '2026-11-04')).uptime_pct).toBe(99.99)
    expect((await health('TOLU')).body.uptime.uptime_pct).toBe(99.99)
  })
})

describe('cambios', () => {
  it('lists every change of the declared status with its time, and nothing else', async () => {
    service.at('2026-11-12T10:00:00.000Z')
    await service.saveStations({ code: 'CDMX', declaredStatus: 'maintenance' })
    service.at('2026-11-12T11:00:00.000Z')
    await service.saveStations({ code: 'CDMX', name: 'Another name' })
    service.at('2026-11-12T12:30:00.000Z')
    await service.saveStations({ code: 'CDMX', declaredStatus: 'online' })
    service.at(NOON)
    expect((await health('CDMX')).body.cambios).toEqual([
      { status: 'online', at: '2026-11-12T12:30:00.000Z' },
      { status: 'maintenance', at: '2026-11-12T10:00:00.000Z' },
      { status: 'online', at: '2026-11-01T00:00:00.000Z' },
    ])
  })

  it('lists only changes of the 60 days', async () => {
    await service.db.pool.query(
      `insert into station_status_changes (station_id, status, at) values ($1, 'offline', '2026-09-16T05:59:59Z'), ($1, 'degraded', '2026-09-16T06:00:00Z')`,
      [await stationIdOf(service, 'TOLU')],
    )
    const changes = (await health('TOLU')).body.cambios.map(({ status }: { status: string }) => status)
    expect(changes).toContain('degraded')
    expect(changes).not.toContain('offline')
  })
})

describe('an unknown station', () => {
  it('returns 404', async () => {
    expectProblem(await client.get('/stations/999999/health'), 404, 'station_not_found')
  })

  it('returns 404 if it is archived', async () => {
    await service.saveStations({ ...STATIONS.cdmx, code: 'GONE', mountpoint: 'GONE' })
    expect((await health('GONE')).status).toBe(200)
    await archive(service, 'GONE')
    expectProblem(await health('GONE'), 404, 'station_not_found')
  })

  it.each(['0', '-1', '1.5', 'CDMX', '1e3', '%20', '0x1'])(
    'returns 400 if the id is no positive integer: %s',
    async (id) => {
      expectInvalid(await client.get(`/stations/${id}/health`), '/id')
    },
  )
})

it('reports the same status as the list', async () => {
  await declareStatus(service, 'TOLU', 'online')
  await measure(service, 'TOLU', { measuredAt: '2026-11-14T17:00:00.000Z' })
  const listed = (await client.get('/stations')).body.stations
  const { station } = (await health('TOLU')).body
  expect(station.status).toBe('offline')
  expect(listed).toContainEqual(station)
})
