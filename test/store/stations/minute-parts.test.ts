// A minute of a station that two nodes served in turn, and minutes without a node: on a real database, through the
// casters' recorder.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { downMinute, type MinuteRecord } from '../../../src/domain/stations/telemetry.ts'
import { HealthRecorder } from '../../../src/recording/health/recorder.ts'
import { CurrentReader } from '../../../src/store/current/current.ts'
import type { Database } from '../../../src/store/kit/database.ts'
import { acceptingCasters } from '../../../src/store/operations/nodes/casters.ts'
import { keepNode, measure, stationIdOf } from '../../support/rows.ts'
import { TestService } from '../../support/service.ts'

const MINUTE = new Date('2026-11-14T12:00:00Z')
let service: TestService
let stationId: number
let stations = 0

beforeAll(async () => {
  service = await TestService.start()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.db.pool.query('update stations set archived_at = now() where archived_at is null')
  await service.db.pool.query('truncate nodes, minute_reports')
  const code = `P${++stations}`
  await service.saveStations({ code, name: code, lat: 19.4, lng: -99.1, mountpoint: code })
  await measure(service, code, { measuredAt: new Date('2026-11-14T05:00Z') })
  stationId = await stationIdOf(service, code)
  for (const node of ['a', 'b']) await keepNode(service.db, node)
})

/** A caster that serves the stations it reports. */
function caster(node: string, db: Database = service.db): HealthRecorder {
  const reader = new CurrentReader(service.db, { casterHost: 'caster.example.mx', casterPort: 2101 })
  return new HealthRecorder({ db, book: async () => (await reader.current()).book, tellAlarm() {}, node })
}

const part = (received: number, expected: number, more: Partial<MinuteRecord> = {}): MinuteRecord => ({
  ...downMinute(stationId, MINUTE),
  up: received > 0,
  received,
  expected,
  latencyMs: received > 0 ? 200 + received : null,
  satellites: received > 0 ? 20 : null,
  satellitesByConstellation: { GPS: 9 },
  gaps: expected > received ? 1 : 0,
  longestGapMs: 1000 * (expected - received),
  badCrcs: 1,
  bytes: received * 900,
  messages: received > 0 ? { 1077: received, [received]: 1 } : {},
  ...more,
})

async function written() {
  const of = async (columns: string, table: string) =>
    (await service.db.pool.query(`select ${columns} from ${table} where station_id = $1`, [stationId])).rows
  const minutes = await of(
    'up, epochs_received as received, epochs_expected as expected, latency_ms, gaps, longest_gap_ms, bad_crcs, bytes::int, messages',
    'station_minutes',
  )
  const days = await of(
    'minutes_up, minutes_down, epochs_received::int as received, epochs_expected::int as expected, health_pct, latency_ms',
    'station_days',
  )
  return { minutes, days }
}

describe('a base that changes nodes in the middle of a minute', () => {
  it.each([
    ['first', ['a', 'b']],
    ['last', ['b', 'a']],
  ] as const)('has one minute merged from both parts, whichever is written %s', async (_, order) => {
    const parts = { a: part(40, 41), b: part(17, 19) }
    for (const node of order) await caster(node).minute([parts[node]], MINUTE, node === 'a')
    expect(await written()).toEqual({
      minutes: [
        {
          ...{ up: true, received: 57, expected: 60, latency_ms: 240, gaps: 2, longest_gap_ms: 2000, bad_crcs: 2 },
          ...{ bytes: 57 * 900, messages: { 1077: 57, 40: 1, 17: 1 } },
        },
      ],
      days: [{ minutes_up: 1, minutes_down: 0, received: 57, expected: 60, health_pct: 95, latency_ms: 240 }],
    })
  })

  it('is not down if one of the nodes received data, however late that node writes', async () => {
    await caster('a').minute([part(0, 30)], MINUTE, true)
    expect((await written()).days).toMatchObject([{ minutes_up: 0, minutes_down: 1, expected: 30 }])
    await caster('b').minute([part(30, 30)], MINUTE, false)
    const { minutes, days } = await written()
    expect(minutes).toMatchObject([{ up: true, received: 30, expected: 60, latency_ms: 230 }])
    expect(days).toMatchObject([{ minutes_up: 1, minutes_down: 0, received: 30, expected: 60 }])
  })

  it('is not counted twice if the response of the database is lost', async () => {
    let isLost = true
    const db: Database = {
      query: (statement, values) => service.db.query(statement, values),
      async transaction(work) {
        const result = await service.db.transaction(work)
        if (isLost) throw Object.assign(new Error('terminating connection'), { code: '57P01' })
        return result
      },
    }
    const recorder = caster('a', db)
    await expect(recorder.minute([part(60, 60)], MINUTE, true)).rejects.toThrow('terminating')
    isLost = false
    await recorder.minute([], new Date(MINUTE.getTime() + 60_000), false)
    expect((await written()).days).toMatchObject([{ minutes_up: 1, received: 60, expected: 60 }])
  })
})

describe('a station without a node', () => {
  it('is recorded as down by the first node only', async () => {
    await caster('b').minute([], MINUTE, true)
    expect((await written()).minutes).toEqual([])
    await caster('a').minute([], MINUTE, true)
    expect((await written()).minutes).toMatchObject([{ up: false, received: 0, expected: 0 }])
    // A node that served the station and reports late is believed.
    await caster('b').minute([part(58, 60)], MINUTE, false)
    expect((await written()).days).toMatchObject([{ minutes_up: 1, minutes_down: 0, received: 58, expected: 60 }])
  })

  it('is not recorded as down while another node is known to serve it', async () => {
    await caster('a').minute([], MINUTE, true, new Set([stationId]))
    expect((await written()).minutes).toEqual([])
  })

  it('is recorded by the next node if the first is dead or drained', async () => {
    const first = async (node: string) => (await acceptingCasters(service.db, node)).isFirst
    expect([await first('a'), await first('b')]).toEqual([true, false])
    await service.db.pool.query(`update nodes set draining_since = now() where id = 'a'`)
    expect(await first('b')).toBe(true)
    await service.db.pool.query(`update nodes set draining_since = null where id = 'a'`)
    await keepNode(service.db, 'a', -11)
    expect(await first('b')).toBe(true)
    expect(await acceptingCasters(service.db, 'b')).toEqual({ casters: 1, isFirst: true })
  })
})
