// Conversion failure counters of derived mountpoints, on a real database: summed over casters and days, and deleted
// with them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NOTHING_ALTERED } from '../../../src/domain/network/mountpoints/alteration.ts'
import { firstReportedDay, type WhyNotConverted } from '../../../src/domain/network/mountpoints/not-converted.ts'
import { insertMountpoint } from '../../../src/store/network/mountpoints.ts'
import { addNotConverted, deleteNotConverted, listNotConverted } from '../../../src/store/network/not-converted.ts'
import { stationIdOf } from '../../support/rows.ts'
import { TestService } from '../../support/service.ts'

const NOW = new Date('2026-11-17T00:30:00Z')
const DAY_MS = 86_400_000
let service: TestService
let [one, other] = [0, 0]

beforeAll(async () => {
  service = await TestService.start()
  await service.saveStations({ code: 'LEON', name: 'León', lat: 21.1, lng: -101.6 })
  const stationId = await stationIdOf(service, 'LEON')
  const make = (name: string) =>
    insertMountpoint(service.db, { name, stationId, label: null, alteration: NOTHING_ALTERED, isOpen: false }, NOW)
  one = await make('ONE')
  other = await make('OTHER')
})
afterAll(() => service.stop())

const count = (mountpointId: number, reason: WhyNotConverted, times: number) => ({ mountpointId, reason, times })
const told = (ids: number[], now = NOW) => listNotConverted(service.db, ids, firstReportedDay(now))
const add = (counts: ReturnType<typeof count>[], at = NOW) => addNotConverted(service.db, counts, at)

it('sums simultaneous writes of several casters, in any order', async () => {
  const [first, second] = [count(one, 'malformed', 2), count(other, 'too_many', 5)]
  const writes = Array.from({ length: 20 }, (_, n) => add(n % 2 ? [first, second] : [second, first]))
  await Promise.all(writes)
  expect(await told([one, other])).toEqual([count(other, 'too_many', 100), count(one, 'malformed', 40)])
  expect(await told([one])).toEqual([count(one, 'malformed', 40)])
})

it('covers seven UTC days', async () => {
  await add([count(one, 'half_cycle', 3)], new Date(NOW.getTime() - 6 * DAY_MS))
  await add([count(one, 'half_cycle', 9)], new Date(NOW.getTime() - 7 * DAY_MS))
  expect(await told([one])).toContainEqual(count(one, 'half_cycle', 3))
})

it('leaves out reasons that only a newer release knows', async () => {
  await add([count(one, 'of_tomorrow' as WhyNotConverted, 1)])
  expect((await told([one])).map(({ reason }) => reason)).not.toContain('of_tomorrow')
})

it('deletes old counters, and those of a deleted mountpoint', async () => {
  await deleteNotConverted(service.db, NOW)
  expect(await told([one])).toEqual([count(one, 'malformed', 40)])
  await service.db.pool.query('delete from mountpoints where id = $1', [one])
  await add([count(one, 'malformed', 1), count(other, 'malformed', 1)])
  expect(await told([one])).toEqual([])
  expect(await told([other])).toEqual([count(other, 'too_many', 100), count(other, 'malformed', 1)])
})
