import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectInvalid, expectProblem } from '../support/problems.ts'
import { archive, declareStatus, forgetMeasurement, type Measurement, measure } from '../support/rows.ts'
import { type Client, STATIONS, TestService } from '../support/service.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await TestService.start()
  client = await service.client()
  await service.saveStations(STATIONS.toluca, STATIONS.cdmx)
})
afterAll(() => service.stop())

const station = async (code: string) =>
  (await client.get('/stations')).body.stations.find(({ codigo }: { codigo: string }) => codigo === code)

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
      ultima_at: null,
      marco: { nombre: 'ITRF2008', epsg: 6364, epoca: 2010 },
    })
  })

  it('shows the radius and constellations that the operator registered', async () => {
    await service.saveStations({ ...STATIONS.cuernavaca, radiusKm: 32.5, constellations: 'GPS+GLO' })
    expect(await station('CUER')).toMatchObject({ radio_km: 32.5, constelaciones: 'GPS+GLO' })
  })

  it("names a station's own frame, and none for a text that the table does not contain", async () => {
    await service.saveStations({ ...STATIONS.cuernavaca, frame: 'itrf2014', epoch: 2016.5 })
    expect(await station('CUER')).toMatchObject({ marco: { nombre: 'ITRF2014', epsg: 7912, epoca: 2016.5 } })
    await service.saveStations({ code: 'CUER', datum: 'Marco local' })
    expect(await station('CUER')).toMatchObject({ marco: null })
    await service.saveStations({ code: 'CUER', datum: null })
    expect(await station('CUER')).toMatchObject({ marco: { nombre: 'ITRF2008', epsg: 6364, epoca: 2010 } })
  })

  it('omits an archived station, and lists it again once it is saved again', async () => {
    await service.saveStations({ ...STATIONS.cuernavaca, code: 'OLD1', mountpoint: 'OLD1' })
    expect(await station('OLD1')).toBeDefined()
    await archive(service, 'OLD1')
    expect(await station('OLD1')).toBeUndefined()
    await service.saveStations({ code: 'OLD1' })
    expect(await station('OLD1')).toBeDefined()
    await archive(service, 'OLD1')
  })

  it('shows the last saved value of each field', async () => {
    const everything = { ...STATIONS.toluca, code: 'EDIT', mountpoint: 'EDIT' }
    await service.saveStations(everything)
    await service.saveStations({ ...everything, format: 'RTCM 3.3' })
    await service.saveStations({ ...everything, datum: 'ITRF2014' })
    await service.saveStations({ ...everything, constellations: 'GPS' })
    await service.saveStations({ ...everything, radiusKm: 20, constellations: 'GPS+GLO' })
    await service.saveStations({ ...everything, radiusKm: 21 })
    expect(await station('EDIT')).toMatchObject({ radio_km: 21, constelaciones: 'GPS+GLO' })
  })

  it('shows the same stations to every owner', async () => {
    const other = await service.client(['read'], 'Another reseller')
    expect((await other.get('/stations')).body).toEqual((await client.get('/stations')).body)
  })

  it('is not paged', async () => {
    const many = Array.from({ length: 150 }, (_, index) => ({
      ...STATIONS.toluca,
      code: `M${index}`,
      mountpoint: `M${index}`,
    }))
    await service.saveStations(...many)
    const { body, headers } = await client.get('/stations')
    expect(body.stations.length).toBeGreaterThanOrEqual(152)
    expect(headers.link).toBeUndefined()
    expect(body).not.toHaveProperty('next_cursor')
    await service.db.pool.query(`update stations set archived_at = now() where code ~ '^M[0-9]'`)
  })
})

describe('status without telemetry', () => {
  it.each(['online', 'degraded', 'offline', 'maintenance'])('is the declared status: %s', async (declared) => {
    await declareStatus(service, 'TOLU', declared)
    expect(await station('TOLU')).toMatchObject({ status: declared, telemetria: false })
  })

  it('shows the schema defaults 99.9, 45 and 28 with telemetria false', async () => {
    expect(await station('TOLU')).toMatchObject({ telemetria: false, salud_pct: 99.9, latencia_ms: 45, sats: 28 })
  })
})

describe('status with telemetry', () => {
  const now = new Date('2026-11-14T18:00:00.000Z')
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const fresh: Measurement = { measuredAt: ago(1_000), healthPct: 100, latencyMs: 100, satellites: 30 }

  const cases: [shows: string, declared: string, measured: Partial<Measurement>, status: string][] = [
    ['online when data is fresh, complete, quick and has satellites', 'online', {}, 'online'],
    ['online when the last data is exactly 60 s old', 'online', { measuredAt: ago(60_000) }, 'online'],
    ['offline when the last data is older than 60 s', 'online', { measuredAt: ago(60_001) }, 'offline'],
    ['online at 95 % completeness', 'online', { healthPct: 95 }, 'online'],
    ['degraded below 95 % completeness', 'online', { healthPct: 94.99 }, 'degraded'],
    ['online at a median latency of 2,000 ms', 'online', { latencyMs: 2000 }, 'online'],
    ['degraded above a median latency of 2,000 ms', 'online', { latencyMs: 2001 }, 'degraded'],
    ['online with 10 satellites', 'online', { satellites: 10 }, 'online'],
    ['degraded with 9 satellites', 'online', { satellites: 9 }, 'degraded'],
    ['online when the latency cannot be known', 'online', { latencyMs: null }, 'online'],
    [
      'offline, not degraded, when silent and incomplete',
      'online',
      { measuredAt: ago(61_000), healthPct: 10 },
      'offline',
    ],
    ['measured, whatever the operator declared', 'offline', {}, 'online'],
    ['measured, though declared degraded', 'degraded', {}, 'online'],
    ['maintenance, declared, over good data', 'maintenance', {}, 'maintenance'],
    ['maintenance, declared, over silence', 'maintenance', { measuredAt: ago(3_600_000) }, 'maintenance'],
  ]

  it.each(cases)('is %s', async (_, declared, measured, status) => {
    service.at(now)
    await declareStatus(service, 'TOLU', declared)
    await measure(service, 'TOLU', { ...fresh, ...measured })
    expect(await station('TOLU')).toMatchObject({ status, telemetria: true })
  })

  it('turns offline by the clock alone if no data arrives', async () => {
    await declareStatus(service, 'TOLU', 'online')
    service.at(now)
    await measure(service, 'TOLU', { ...fresh, measuredAt: now })
    expect((await station('TOLU')).status).toBe('online')
    service.at('2026-11-14T18:01:00.001Z')
    expect((await station('TOLU')).status).toBe('offline')
  })

  it('shows measured values instead of the defaults', async () => {
    service.at(now)
    await measure(service, 'TOLU', { measuredAt: now, healthPct: 97.25, latencyMs: 1234, satellites: 17 })
    expect(await station('TOLU')).toMatchObject({
      telemetria: true,
      salud_pct: 97.25,
      latencia_ms: 1234,
      sats: 17,
      ultima_at: now.toISOString(),
    })
  })

  it.each([
    ['1 s', 1_000, { status: 'online', salud_pct: 98, latencia_ms: 300, sats: 31 }],
    ['60 s', 60_000, { status: 'online', salud_pct: 98, latencia_ms: 300, sats: 31 }],
    ['61 s', 61_000, { status: 'offline', salud_pct: 88.2, latencia_ms: null, sats: 0 }],
    ['5 minutes', 300_000, { status: 'offline', salud_pct: 49, latencia_ms: null, sats: 0 }],
    ['9 minutes', 540_000, { status: 'offline', salud_pct: 9.7, latencia_ms: null, sats: 0 }],
    ['10 minutes', 600_000, { status: 'offline', salud_pct: 0, latencia_ms: null, sats: 0 }],
    ['a day', 86_400_000, { status: 'offline', salud_pct: 0, latencia_ms: null, sats: 0 }],
  ])('is computed over the last ten minutes, including %s of silence', async (_, silence, figures) => {
    await declareStatus(service, 'TOLU', 'online')
    service.at(now)
    await measure(service, 'TOLU', { measuredAt: now, healthPct: 98, latencyMs: 300, satellites: 31 })
    const { etag } = (await client.get('/stations')).headers
    service.at(new Date(now.getTime() + silence))
    const shown = await station('TOLU')
    expect(shown).toMatchObject({ ...figures, telemetria: true, ultima_at: now.toISOString() })
    expect((await client.get(`/stations/${shown.id}`)).body.station).toEqual(shown)
    const { salud } = (await client.get(`/stations/${shown.id}/health`)).body
    const { salud_pct, latencia_ms, sats } = figures
    expect(salud).toMatchObject({ salud_pct, latencia_ms, sats, ultima_at: now.toISOString() })
    if (sats === 0) expect(salud.por_constelacion).toEqual({})
    const again = await client.get('/stations', { 'if-none-match': `${etag}` })
    expect(again.status).toBe(sats === 0 ? 200 : 304)
  })

  it('changes the ETag with every step that the values of a silent station fall, then no more', async () => {
    service.at(now)
    await measure(service, 'TOLU', { measuredAt: now, healthPct: 98 })
    const etags: unknown[] = []
    for (let minute = 2; minute <= 14; minute++) {
      service.at(new Date(now.getTime() + minute * 60_000))
      etags.push((await client.get('/stations')).headers.etag)
    }
    expect(new Set(etags).size).toBe(9)
    expect(new Set(etags.slice(8)).size).toBe(1)
  })

  it('shows latencia_ms null if the latency of a measured station is unknown, never the default', async () => {
    service.at(now)
    await measure(service, 'TOLU', { measuredAt: now, latencyMs: null })
    expect(await station('TOLU')).toMatchObject({ telemetria: true, latencia_ms: null })
  })

  it('needs a health record; without any, telemetria is false again', async () => {
    await forgetMeasurement(service, 'TOLU')
    expect(await station('TOLU')).toMatchObject({ telemetria: false, salud_pct: 99.9, latencia_ms: 45, sats: 28 })
  })
})

describe('GET /stations/{id}', () => {
  it('returns one station as the list does', async () => {
    const listed = await station('CDMX')
    const { status, body, headers } = await client.get(`/stations/${listed.id}`)
    expect([status, body]).toEqual([200, { ok: true, station: listed }])
    expect(headers['content-type']).toMatch(/^application\/json/)
  })

  it('returns 404 for a missing or archived station and 400 for an invalid id', async () => {
    const { id } = await station('CDMX')
    await archive(service, 'CDMX')
    for (const missing of [id, 999_999, '9'.repeat(40)])
      expectProblem(await client.get(`/stations/${missing}`), 404, 'station_not_found')
    await service.saveStations({ code: 'CDMX' })
    for (const wrong of ['0', '-1', '1.5', 'CDMX', '1e3']) expectInvalid(await client.get(`/stations/${wrong}`), '/id')
  })
})

describe('conditional GET /stations', () => {
  const ask = (etag: string) => client.get('/stations', { 'if-none-match': etag })

  it('returns 304 without a body if the client has this version', async () => {
    const { etag } = (await client.get('/stations')).headers
    expect(etag).toMatch(/^"[^"]+"$/)
    for (const given of [`${etag}`, `W/${etag}`, `"something else", ${etag}`, '*']) {
      const answer = await ask(given)
      expect([given, answer.status, answer.text]).toEqual([given, 304, ''])
      expect(answer.headers).toMatchObject({ etag, 'x-request-id': expect.any(String) })
    }
  })

  it('returns 200 for another version', async () => {
    expect((await ask('"another"')).status).toBe(200)
  })

  it('changes the ETag when a status changes, also by the clock alone', async () => {
    const now = service.at('2026-11-14T18:00:00.000Z')
    await measure(service, 'TOLU', { measuredAt: now })
    const first = `${(await client.get('/stations')).headers.etag}`
    await declareStatus(service, 'TOLU', 'maintenance')
    const second = await ask(first)
    expect([second.status, second.headers.etag === first]).toEqual([200, false])

    await declareStatus(service, 'TOLU', 'online')
    expect((await ask(first)).status).toBe(304)
    service.at('2026-11-14T18:05:00.000Z')
    expect((await ask(first)).status).toBe(200)
  })

  it('forbids shared caches', async () => {
    expect((await client.get('/stations')).headers['cache-control']).toMatch(/private|no-store/)
  })
})
