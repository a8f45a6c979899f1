// What is reported of healthy stations: a simulated day with the atmosphere, ordinary multipath and a lost epoch now
// and then.
import { afterAll, expect, it } from 'vitest'
import { TestService } from '../../support/service.ts'
import { type Injected, watch } from '../../support/simulated-quality.ts'
import { sized } from '../../support/size.ts'

const START = Date.UTC(2026, 10, 14, 18)
const HOURS = sized({ ci: 2, nightly: 24 })
const STATIONS = sized({ ci: 6, nightly: 12 })
const EVERY_MS = 10_000
/** Epochs of which one is lost: 0.3 percent. */
const LOST_OF = 317

let service: TestService
afterAll(() => service?.stop())

it(
  `reports nothing false of ${STATIONS} healthy stations in ${HOURS} hours`,
  async () => {
    service = await TestService.start()
    service.time = new Date(START)
    const stations = Array.from(
      { length: STATIONS },
      (_, index): Injected => ({
        code: `H${100 + index}`,
        site: { multipathM: 0.1 + 0.04 * index },
        act: (_stream, atMs) => (atMs / EVERY_MS + 7 * index) % LOST_OF !== 0,
      }),
    )
    const reports = await watch(service, stations, { startMs: START, minutes: 60 * HOURS, everyMs: EVERY_MS })
    const { rows } = await service.db.pool.query('select count(*)::int as drops from station_cn0_drops')
    console.log(`${STATIONS} stations, ${HOURS} h: ${reports.length} false reports, ${rows[0].drops} false drops`)
    expect(reports).toEqual([])
    expect(rows[0].drops).toBe(0)
  },
  sized({ ci: 180_000, nightly: 900_000 }),
)
