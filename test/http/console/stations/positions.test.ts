// Positions that stations announce: read at creation, and decided about when they differ from the registered one.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { placeFromStream } from '../../../../src/actions/stations/position.ts'
import { system } from '../../../../src/domain/audit/action.ts'
import { endIgnoredPositions, insertAnnounced } from '../../../../src/store/stations/positions.ts'
import { expectInvalid } from '../../../support/problems.ts'
import { measure, stationIdOf } from '../../../support/rows.ts'
import { STATIONS } from '../../../support/service.ts'
import { type Browser, TestConsole } from '../support.ts'

let site: TestConsole
let operator: Browser
let id: number
beforeAll(async () => {
  site = await TestConsole.start()
  operator = await site.signedIn('operator')
})
afterAll(() => site.stop())
beforeEach(async () => {
  await site.db.pool.query('truncate stations, station_health, station_positions cascade')
  await site.service.saveStations(STATIONS.cdmx)
  id = await stationIdOf(site.service, 'CDMX')
})

const HOUR_MS = 3_600_000
const detail = async (of = id) => (await operator.get(`/stations/${of}`)).body.station
const place = (of: number, lat: number, lng: number) =>
  placeFromStream({ db: site.db, now: new Date(), by: system('caster') }, { id: of }, { lat, lng })

/** The station announces a position 0.85 m away. */
async function moveAway() {
  await measure(site.service, 'CDMX', { measuredAt: new Date(), positionOffsetM: 0.85 })
  await site.db.pool.query(
    "update station_health set announced_lat = 19.43261, announced_lng = -99.1332, announced_since = now() - interval '1 hour'",
  )
}

it('registers the first position that a station added without one announces', async () => {
  const added = await operator.post('/stations', { code: 'LEON', name: 'León', positionFromStream: true })
  expect(added.body.station).toMatchObject({ positionPending: true, lat: 0, lng: 0 })
  const leon = added.body.station.id
  await place(leon, 21.12, -101.68)
  expect(await detail(leon)).toMatchObject({ positionPending: false, lat: 21.12, lng: -101.68 })
  await place(leon, 1, 1)
  expect((await detail(leon)).lat).toBe(21.12)
  expectInvalid(await operator.post('/stations', { code: 'OTRA', name: 'Otra' }), '/lat', '/lng')
})

it('keeps a typed position although it could be read', async () => {
  const body = { code: 'LEON', name: 'León', lat: 21, lng: -101, positionFromStream: true }
  const { station } = (await operator.post('/stations', body)).body
  expect(station).toMatchObject({ positionPending: false, lat: 21 })
})

it.each(['moved', 'wrong'] as const)('registers the announced position: %s', async (decision) => {
  await moveAway()
  expect((await detail()).movedM).toBe(0.85)
  await operator.post(`/stations/${id}/position`, { decision })
  expect(await detail()).toMatchObject({ lat: 19.43261, movedM: null })
  expect((await site.lastAuditEntry())!.details).toMatchObject({ code: 'CDMX', metres: 0.85, reason: decision })
})

it('ignores a moved antenna for some days, then raises the alarm again', async () => {
  await moveAway()
  expectInvalid(await operator.post(`/stations/${id}/position`, { decision: 'ignore', days: 0 }), '/days')
  await operator.post(`/stations/${id}/position`, { decision: 'ignore', days: 7 })
  const ignored = await detail()
  expect(ignored.movedM).toBeNull()
  const until = new Date(ignored.positionAckUntil)
  expect(until.getTime()).toBeGreaterThan(Date.now() + 6 * 24 * HOUR_MS)
  await endIgnoredPositions(site.db, new Date(until.getTime() - 1))
  expect((await detail()).movedM).toBeNull()
  await endIgnoredPositions(site.db, until)
  expect(await detail()).toMatchObject({ movedM: 0.85, positionAckUntil: null })
})

it('lists the positions of the last day, with the one announced before', async () => {
  const at = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
  const row = (hours: number, height: number | null) => ({ stationId: id, at: at(hours), lat: 19, lng: -99, height })
  await insertAnnounced(site.db, [row(50, 1), row(30, 2), row(2, 3), row(1, null)])
  const { positions } = (await operator.get(`/stations/${id}/positions`)).body
  expect(positions.map(({ height }: { height: number | null }) => height)).toEqual([2, 3, null])
})
