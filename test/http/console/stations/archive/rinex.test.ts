// Orders of RINEX files in the console.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { segmentName } from '../../../../../src/domain/archive/segment.ts'
import { findOrCreateOwner } from '../../../../../src/store/people/owners.ts'
import { expectInvalid, expectProblem } from '../../../../support/problems.ts'
import { stationIdOf } from '../../../../support/rows.ts'
import { STATIONS } from '../../../../support/service.ts'
import { type Browser, TestConsole } from '../../support.ts'

const HOUR_MS = 3_600_000

let site: TestConsole
let operator: Browser
let reseller: Browser
let id: number
beforeAll(async () => {
  site = await TestConsole.start()
  operator = await site.signedIn('operator')
  reseller = await site.signedIn('reseller', (await findOrCreateOwner(site.db, 'Reseller')).id)
  await site.service.saveStations(STATIONS.cdmx)
  id = await stationIdOf(site.service, 'CDMX')
  const hour = hoursAgo(5)
  await site.db.pool.query(
    `insert into archive_segments (station_id, hour, origin, format, node, name, state, bytes, epochs, interval_ms, created_at)
     values ($1, $2, 'stream', 'rtcm', 'node', $3, 'closed', 3600000, 3600, 1000, now())`,
    [id, hour, segmentName({ stationId: id, hour }, 'a')],
  )
})
afterAll(() => site.stop())
beforeEach(() => site.db.pool.query('truncate rinex_orders'))

const hoursAgo = (hours: number) => new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - hours * HOUR_MS)
const wish = (changes: object = {}) => ({
  stationId: id,
  from: hoursAgo(5).toISOString(),
  to: hoursAgo(4).toISOString(),
  ...{ intervalS: 1, version: '3.05', constellations: ['GPS', 'GAL'], navigation: true, hatanaka: false },
  ...changes,
})

it('orders the files of a window', async () => {
  const { status, body } = await operator.post('/rinex', wish())
  expect(status).toBe(201)
  expect(body.order).toMatchObject({
    station: { id, code: 'CDMX' },
    ...{ hours: 1, intervalS: 1, version: '3.05', constellations: ['GPS', 'GAL'], hatanaka: false },
    ...{ state: 'pending', progressPct: 0, files: [], origin: 'console', expiresAt: null },
  })
  expect((await operator.get(`/rinex/${body.order.id}`)).body.order).toEqual(body.order)
})

it('lists the newest first, by station and state, page by page', async () => {
  const first = (await operator.post('/rinex', wish())).body.order.id
  const second = (await operator.post('/rinex', wish())).body.order.id
  await site.db.pool.query("update rinex_orders set state = 'failed', failure = 'no_data' where id = $1", [first])
  const ids = async (query = '') =>
    (await operator.get(`/rinex${query}`)).body.orders.map((order: { id: string }) => order.id)
  const failed = (await operator.get('/rinex?state=failed')).body.orders
  expect(failed).toMatchObject([{ id: first, failure: 'no_data' }])
  expect(await ids(`?stationId=${id}`)).toEqual(expect.arrayContaining([first, second]))
  expect(await ids('?stationId=999999')).toEqual([])
  const { body } = await operator.get('/rinex?limit=1')
  const rest = (await operator.get(`/rinex?limit=1&cursor=${body.nextCursor}`)).body
  expect(new Set([body.orders[0].id, rest.orders[0].id])).toEqual(new Set([first, second]))
  expect(rest.nextCursor).toBeNull()
})

it('shows paths for the download only while the files are kept', async () => {
  const { order } = (await operator.post('/rinex', wish())).body
  const files = JSON.stringify([{ kind: 'obs', name: 'CDMX.crx.gz', bytes: 10, sha256: 'ab' }])
  const finish = (until: string) =>
    site.db.pool.query(
      `update rinex_orders set state = 'ready', files = $2, expires_at = now() + $3::interval where id = $1`,
      [order.id, files, until],
    )
  await finish('1 day')
  const ready = (await operator.get(`/rinex/${order.id}`)).body.order
  expect(ready.files[0].path).toMatch(/^\/rinex\/\w{32}\/CDMX.crx.gz$/)
  await finish('-1 day')
  const expired = (await operator.get(`/rinex/${order.id}`)).body.order
  expect(expired).toMatchObject({ state: 'expired', files: [{ path: null }] })
})

it('shows a reseller only orders of their own organization', async () => {
  const { order } = (await operator.post('/rinex', wish())).body
  const own = (await reseller.post('/rinex', wish())).body.order
  expectProblem(await reseller.get(`/rinex/${order.id}`), 404, 'rinex_not_found')
  expect((await reseller.get('/rinex')).body.orders.map((one: { id: string }) => one.id)).toEqual([own.id])
  expect((await operator.get('/rinex')).body.orders).toHaveLength(2)
})

it('rejects windows and intervals that no file can have', async () => {
  expectInvalid(await operator.post('/rinex', wish({ to: hoursAgo(6).toISOString() })), '/until')
  expectInvalid(await operator.post('/rinex', wish({ intervalS: 7 })), '/intervalS')
  expectProblem(
    await operator.post('/rinex', wish({ from: hoursAgo(3).toISOString(), to: hoursAgo(2).toISOString() })),
    409,
    'no_data',
  )
})

it('does not let viewers order', async () => {
  const viewer = await site.signedIn('viewer')
  expect((await viewer.post('/rinex', wish())).status).toBe(403)
  expect((await viewer.get('/rinex')).status).toBe(200)
})

it('orders from the nearest station that has the window, and names it if there is too little', async () => {
  const near = { stationId: undefined, lat: 19.5, lng: -99.2 }
  const { body } = await operator.post('/rinex', wish(near))
  expect(body.order.station).toEqual({ id, code: 'CDMX' })
  const problem = expectProblem(
    await operator.post('/rinex', wish({ ...near, from: hoursAgo(8).toISOString() })),
    409,
    'no_data',
  )
  expect(problem.detail).toContain('CDMX')
  expectInvalid(await operator.post('/rinex', wish({ stationId: undefined })), '/stationId')
  expectInvalid(await operator.post('/rinex', wish({ ...near, stationId: id })), '/lat')
})
