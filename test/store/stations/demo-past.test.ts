import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayWrite } from '../../../src/demo/past/history.ts'
import { pastMinutes } from '../../../src/demo/past/minutes.ts'
import { stationHistory } from '../../../src/demo/simulator/history.ts'
import { MEASURED_VALUES } from '../../../src/domain/stations/measured.ts'
import { findRoverCount, insertPastFigures } from '../../../src/store/network/past-figures.ts'
import { findOrCreateOwner } from '../../../src/store/people/owners.ts'
import { insertDays, insertPastMinutes } from '../../../src/store/stations/demo-past.ts'
import { stationIdOf } from '../../support/rows.ts'
import { TestService } from '../../support/service.ts'

const NOW = new Date('2026-11-14T18:00Z')
const history = stationHistory('VERA', 'poor', NOW)
let service: TestService
let stationId: number

beforeAll(async () => {
  service = await TestService.start()
  await service.saveStations({ code: 'VERA', name: 'Veracruz', lat: 19.4, lng: -96.1, mountpoint: 'VERA' })
  stationId = await stationIdOf(service, 'VERA')
})

afterAll(() => service.stop())

it('stores the sums of a day such that its means follow from them', async () => {
  const days = history.days.map((day) => dayWrite(stationId, day))
  await insertDays(service.db, days)
  const { rows } = await service.db.pool.query(
    `select minutes_up, latency_ms, latency_sum::int, latency_minutes, satellites, satellites_sum::int, satellites_minutes
     from station_days where station_id = $1 order by day`,
    [stationId],
  )
  expect(rows).toEqual(
    days.map(({ minutesUp, latencyMs, satellites }) => ({
      minutes_up: minutesUp,
      latency_ms: latencyMs,
      latency_sum: (latencyMs ?? 0) * minutesUp,
      latency_minutes: latencyMs === null ? 0 : minutesUp,
      satellites,
      satellites_sum: (satellites ?? 0) * minutesUp,
      satellites_minutes: satellites === null ? 0 : minutesUp,
    })),
  )
})

it('stores every value of a minute', async () => {
  const minutes = pastMinutes(history, stationId, NOW)
  await insertPastMinutes(service.db, minutes)
  const { rows } = await service.db.pool.query(
    `select station_id::int as "stationId", minute, up, satellites_by_constellation as "satellitesByConstellation", messages,
       ${MEASURED_VALUES.map(({ name, column }) => `${column}::int as "${name}"`).join(', ')}
     from station_minutes where station_id = $1 order by minute`,
    [stationId],
  )
  expect(rows).toEqual(minutes)
})

it('sums the rovers of all organizations of the demo', async () => {
  const ownerId = async (name: string) => (await findOrCreateOwner(service.db, name, null)).id
  const at = new Date('2026-11-14T12:00Z')
  const figure = { at, told: 2, fixed: 1, bytes: 1_000, refusals: 3 }
  const owners = [await ownerId('One'), await ownerId('Two')]
  await insertPastFigures(service.db, [
    { ...figure, ownerId: owners[0]!, rovers: 4 },
    { ...figure, ownerId: owners[1]!, rovers: 5 },
  ])
  const roversOf = (scope: number | 'all') => findRoverCount(service.db, scope, at)
  expect(await Promise.all([roversOf('all'), roversOf(owners[0]!), roversOf(owners[1]!)])).toEqual([9, 4, 5])
})
