import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayWrite } from '../../../src/demo/history.ts'
import { pastMinutes } from '../../../src/demo/past-minutes.ts'
import { stationHistory } from '../../../src/demo/simulator/history.ts'
import { MEASURED_VALUES } from '../../../src/domain/stations/measured.ts'
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
