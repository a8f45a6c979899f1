// The rules of requests for RINEX files: windows, intervals, scopes, owners, keys, pages and test tokens.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokenOf } from '../../src/actions/people/tokens/create.ts'
import { archiveStation } from '../../src/actions/stations/archive.ts'
import { saveDailyFile } from '../../src/store/archive/daily.ts'
import { byTest } from '../support/action-context.ts'
import { expectInvalid, expectProblem } from '../support/problems.ts'
import { type Client, STATIONS, TestService } from '../support/service.ts'

const NOW = new Date('2026-11-14T12:00:00.000Z')
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const BEFORE = (ms: number) => new Date(NOW.getTime() - ms).toISOString()

let service: TestService
let client: Client
let stationId: number
let slowId: number

beforeAll(async () => {
  service = await TestService.start({ clock: () => NOW })
  await service.saveStations(STATIONS.cdmx, STATIONS.toluca)
  client = await service.client(['read', 'archivo'])
  const { byCode } = (await service.services.current()).book
  stationId = byCode.get('cdmx')!.id
  slowId = [...byCode.values()].find(({ id }) => id !== stationId)!.id
  await recorded(stationId, 1_000)
  await recorded(slowId, 15_000)
})
afterAll(() => service.stop())

/** The last 32 days, hour by hour. */
const recorded = (id: number, intervalMs: number) =>
  service.db.pool.query(
    `insert into archive_segments (station_id, hour, origin, format, node, name, state, bytes, epochs, interval_ms, first_epoch, last_epoch,
       created_at)
     select $1::bigint, hour, 'stream', 'rtcm', 'n', 'raw/' || $1::bigint || '/' || hour, 'closed', 3600000, 3600000 / $2::int, $2::int, hour,
       hour + interval '59 minutes', now()
     from generate_series($3::timestamptz - interval '32 days', $3::timestamptz - interval '1 hour', interval '1 hour') as hour`,
    [id, intervalMs, NOW],
  )

const request = (body: object, by = client, headers: Record<string, string> = {}) =>
  by.post('/rinex', { station_id: stationId, desde: BEFORE(HOUR_MS), hasta: NOW.toISOString(), ...body }, headers)

describe('the window', () => {
  it.each([
    { interval: 1, most: DAY_MS },
    { interval: 5, most: DAY_MS },
    { interval: 10, most: DAY_MS },
    { interval: 15, most: 31 * DAY_MS },
    { interval: 30, most: 31 * DAY_MS },
    { interval: 60, most: 31 * DAY_MS },
  ])('is limited with an interval of $interval s', async ({ interval, most }) => {
    expect((await request({ intervalo_s: interval, desde: BEFORE(most) })).status).toBe(202)
    expectInvalid(await request({ intervalo_s: interval, desde: BEFORE(most + 1000) }), '/hasta')
  })

  it('ends after its start and not in the future, in any offset', async () => {
    expectInvalid(await request({ desde: NOW.toISOString() }), '/hasta')
    expectInvalid(await request({ hasta: BEFORE(-1) }), '/hasta')
    const { body } = await request({ desde: '2026-11-14T05:00:00-06:00', hasta: '2026-11-14T06:00:00-0600' })
    expect(body.rinex).toMatchObject({ desde: '2026-11-14T11:00:00.000Z', hasta: '2026-11-14T12:00:00.000Z' })
    for (const desde of ['2026-11-14', '2026-11-14T11:00:00', 'yesterday', '2026-02-30T00:00:00Z'])
      expectInvalid(await request({ desde }), '/desde')
  })

  it('of the list is limited to 31 days', async () => {
    const hours = (from: string) => client.get(`/stations/${stationId}/archivo?desde=${from}&hasta=${BEFORE(0)}`)
    expect((await hours(BEFORE(31 * DAY_MS))).body.horas).toHaveLength(31 * 24)
    expectInvalid(await hours(BEFORE(31 * DAY_MS + 1000)), '/hasta')
  })
})

it('an interval below that of the station is rejected at its field', async () => {
  expectInvalid(await request({ station_id: slowId, intervalo_s: 10 }), '/intervalo_s')
  expect((await request({ station_id: slowId, intervalo_s: 15 })).status).toBe(202)
})

describe('a window of which only daily files are left', () => {
  const dayAgo = (days: number) => new Date(NOW.getTime() - 12 * HOUR_MS - days * DAY_MS)
  const left = { desde: dayAgo(40).toISOString(), hasta: dayAgo(39).toISOString() }
  const anywhere = { station_id: undefined, lat: 19.4, lng: -99.1 }
  beforeAll(async () => {
    for (const days of [40, 32]) {
      const day = dayAgo(days).toISOString().slice(0, 10)
      const file = {
        stationId,
        day,
        kind: 'obs',
        name: `daily/${day}`,
        bytes: 4_000_000,
        epochs: 2880,
        key: day,
      } as const
      const [firstEpoch, lastEpoch] = [dayAgo(days), dayAgo(days - 1)]
      const more = { sha256: Buffer.alloc(32), firstEpoch, lastEpoch, epochsByHour: Array(24).fill(120) }
      await saveDailyFile(service.db, { ...file, ...more }, NOW)
    }
  })
  // The list of recorded hours below begins with the oldest one.
  afterAll(() => service.db.pool.query('truncate archive_daily_files'))

  it('is listed with 30 s, and served at its multiples', async () => {
    const { body } = await client.get(`/stations/${stationId}/archivo?desde=${left.desde}&hasta=${left.hasta}`)
    expect(body.horas).toHaveLength(24)
    expect(body.horas[5]).toMatchObject({ epocas: 120, esperadas: 120, completitud_pct: 100, intervalo_s: 30 })
    for (const interval of [30, 60]) expect((await request({ ...left, intervalo_s: interval })).status).toBe(202)
    expect((await request({ ...left, ...anywhere })).body.rinex.station.id).toBe(stationId)
  })

  it('is refused below 30 s, with the reason', async () => {
    for (const wish of [left, { ...left, ...anywhere }])
      for (const interval of [1, 15]) {
        const length = interval === 1 ? { hasta: new Date(dayAgo(40).getTime() + HOUR_MS).toISOString() } : {}
        const refused = await request({ ...wish, ...length, intervalo_s: interval })
        expectInvalid(refused, '/intervalo_s')
        expect(refused.body.errors[0]).toMatchObject({ code: 'only_daily_file' })
        expect(refused.body.errors[0].detail).toContain('Only daily files at 30 s are left of the time before')
      }
  })

  it('can continue in recorded data, which is served at shorter intervals alone', async () => {
    const mixed = { desde: dayAgo(32).toISOString(), hasta: dayAgo(31).toISOString() }
    expect((await request({ ...mixed, intervalo_s: 30 })).status).toBe(202)
    const { errors } = (await request({ ...mixed, intervalo_s: 1 })).body
    expect(errors[0].detail).toContain('before 2026-10-13 12:00 UTC')
    const recordedOnly = { ...mixed, desde: '2026-10-13T12:00:00Z' }
    expect((await request({ ...recordedOnly, intervalo_s: 1 })).status).toBe(202)
  })
})

it('the defaults are 30 s, RINEX 3.05, all constellations, navigation and CRINEX', async () => {
  expect((await request({})).body.rinex).toMatchObject({
    ...{ intervalo_s: 30, version: '3.05', constelaciones: null, navegacion: true, hatanaka: true },
    ...{ completitud_pct: null, huecos: [], archivos: [], expira_at: null, prueba: false },
  })
})

it('the place is one station or one position', async () => {
  const anywhere = { station_id: undefined }
  expectInvalid(await request(anywhere), '/station_id')
  expectInvalid(await request({ lat: 19.4, lng: -99.1 }), '/lat')
  expectInvalid(await request({ ...anywhere, lat: 19.4 }), '/lng')
  expectInvalid(await request({ ...anywhere, lat: 91, lng: 0 }), '/lat')
  expectInvalid(await request({ station_codigo: 'NOWHERE' }), '/station_codigo')
  expect((await request({ station_id: slowId, station_codigo: 'CDMX' })).status).toBe(400)
  expectInvalid(await request({ station_id: 999_999 }), '/station_id')
  expect((await request({ ...anywhere, station_codigo: 'cdmx' })).body.rinex.station.id).toBe(stationId)
})

it('unknown names are rejected in bodies and queries', async () => {
  expectInvalid(await request({ intervalo: 1 }), '/intervalo')
  expectInvalid(await request({ constelaciones: 'GPS+XYZ' }), '/constelaciones')
  for (const path of [`/stations/${stationId}/archivo?desd=x`, '/rinex?station=1', '/rinex/rnx_1?x=1'])
    expect([path, (await client.get(path)).status]).toEqual([path, 400])
  expect((await client.get('/rinex?estado=hecha')).status).toBe(400)
  expect((await client.get('/rinex?cursor=hola')).status).toBe(400)
  expectProblem(await client.get('/stations/999999/archivo'), 404, 'station_not_found')
})

it('a request needs a token with the scope archivo, a list one with read', async () => {
  const nobody = service.as(null)
  for (const path of [`/stations/${stationId}/archivo`, '/rinex', '/rinex/rnx_1'])
    expect([path, (await nobody.get(path)).status]).toEqual([path, 401])
  expect((await request({}, nobody)).status).toBe(401)
  const { headers, ...answer } = await request({}, await service.client(['read', 'provision', 'revoke', 'import']))
  expectProblem({ headers, ...answer }, 403, 'insufficient_scope')
  expect(headers['www-authenticate']).toContain('scope="archivo"')
})

it('wrong methods are a 405 with the allowed ones', async () => {
  for (const [path, allow] of [
    ['/rinex', 'GET, HEAD, POST, OPTIONS'],
    ['/rinex/rnx_1', 'GET, HEAD, OPTIONS'],
    [`/stations/${stationId}/archivo`, 'GET, HEAD, OPTIONS'],
  ] as const) {
    const answer = await client.delete(path)
    expect([path, answer.status, answer.headers.allow]).toEqual([path, 405, allow])
  }
})

it('a repeated key returns the first answer, and another body with it is a 422', async () => {
  const key = { 'idempotency-key': 'flight-17' }
  const first = await request({ intervalo_s: 15 }, client, key)
  const again = await request({ intervalo_s: 15 }, client, key)
  expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([202, 'true', first.body])
  expect((await request({ intervalo_s: 30 }, client, key)).status).toBe(422)
  const other = await request({ intervalo_s: 15 }, await service.client(['read', 'archivo'], 'Another'), key)
  expect(other.body.rinex.id).not.toBe(first.body.rinex.id)
})

it('an organization can have 50 pending requests, its test space included', async () => {
  const full = await service.client(['read', 'archivo'], 'Full')
  const { id } = (await request({}, full)).body.rinex
  const copies = `insert into rinex_orders (id, owner_id, station_id, from_at, to_at, hours, interval_s, version, navigation, hatanaka, key, created_at, due_at)
    select id || n, owner_id, station_id, from_at, to_at, hours, interval_s, version, navigation, hatanaka, key || n, created_at, due_at
    from rinex_orders cross join generate_series(1, 49) as n where id = $1`
  await service.db.pool.query(copies, [id])
  expectProblem(await request({}, full), 409, 'rinex_limit_reached')
  const wish = { name: 'tests', scopes: ['read', 'archivo'], expiresAt: null, isTest: true } as const
  const test = service.as((await createTokenOf(byTest({ db: service.db }), 'Full', wish)).secret)
  expectProblem(await request({}, test), 409, 'rinex_limit_reached')
  expect((await request({})).status).toBe(202)
  await service.db.pool.query(`update rinex_orders set state = 'failed' where id = $1`, [id])
  expect((await request({}, full)).status).toBe(202)
})

it('pages list every request of the owner once', async () => {
  const own = await service.client(['read', 'archivo'], 'Pager')
  const made: string[] = []
  for (let n = 0; n < 5; n++) made.push((await request({}, own)).body.rinex.id)
  const listed: string[] = []
  for (let path: string | null = '/rinex?limit=2'; path !== null; ) {
    const { body, headers } = await own.get(path)
    listed.push(...body.rinex.map(({ id }: { id: string }) => id))
    expect(headers.link === undefined).toBe(body.next_cursor === null)
    path = body.next_cursor === null ? null : `/rinex?limit=2&cursor=${body.next_cursor}`
  }
  // By id, which grows with the time in ms: here all have the same.
  expect(listed).toEqual(made.toSorted().toReversed())
  expectProblem(await client.get(`/rinex/${made[0]}`), 404, 'rinex_not_found')
  const theirs = (await client.get('/rinex?limit=1000')).body.rinex.map(({ id }: { id: string }) => id)
  expect(theirs).not.toContain(made[0])
})

it('a request with a test token is marked, and only test tokens see it', async () => {
  const wish = { name: 'tests', scopes: ['read', 'archivo'], expiresAt: null, isTest: true } as const
  const test = service.as((await createTokenOf(byTest({ db: service.db }), 'Operator', wish)).secret)
  const { body } = await request({}, test)
  expect(body.rinex.prueba).toBe(true)
  expect((await test.get(`/rinex/${body.rinex.id}`)).body.rinex.prueba).toBe(true)
  expectProblem(await client.get(`/rinex/${body.rinex.id}`), 404, 'rinex_not_found')
  const real = (await request({})).body.rinex
  expectProblem(await test.get(`/rinex/${real.id}`), 404, 'rinex_not_found')
})

it('an archived station has no archive in the API', async () => {
  await archiveStation(byTest({ db: service.db }, NOW), { id: slowId })
  expectProblem(await client.get(`/stations/${slowId}/archivo`), 404, 'station_not_found')
  expectInvalid(await request({ station_id: slowId }), '/station_id')
})
