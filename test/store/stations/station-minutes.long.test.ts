// Compares sixty days of minutes with a slow, obvious implementation: a plain list, counted minute by minute. Uses a
// real database and the casters' recorder, with restarts, gaps, day boundaries, clock changes, and two casters that do
// not know of each other.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveStation } from '../../../src/actions/stations/archive.ts'
import { downMinute, type MinuteRecord } from '../../../src/domain/stations/telemetry.ts'
import { HealthRecorder } from '../../../src/recording/health/recorder.ts'
import { tidyUp } from '../../../src/start/jobs/tidy-up.ts'
import { CurrentReader } from '../../../src/store/current/current.ts'
import type { Database } from '../../../src/store/kit/database.ts'
import { lockMinutes, writeMinutes } from '../../../src/store/stations/minutes.ts'
import { byTest } from '../../support/action-context.ts'
import { declareStatus, measure, stationIdOf } from '../../support/rows.ts'
import { type Client, TestService } from '../../support/service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let service: TestService
let client: Client
let stations = 0

beforeAll(async () => {
  service = await TestService.start()
  client = await service.client()
})
afterAll(() => service.stop())

async function addStation(): Promise<{ id: number; code: string }> {
  const code = `M${++stations}`
  await service.saveStations({ code, name: code, lat: 19.4, lng: -99.1, mountpoint: code })
  return { code, id: await stationIdOf(service, code) }
}

/** The record of a caster that received this many epochs in the minute. Both casters write the same values. */
function record(stationId: number, minute: number, received: number): MinuteRecord {
  const mix = (minute / MINUTE) % 997
  return {
    ...downMinute(stationId, new Date(minute)),
    up: received > 0,
    received,
    expected: received > 0 ? 60 : 0,
    latencyMs: received > 0 && mix % 11 > 0 ? 200 + mix + 3 * received : null,
    satellites: received > 0 && mix % 13 > 0 ? 20 + (mix % 9) + (received % 4) : null,
    satellitesByConstellation: { GPS: 9 },
    bytes: received * 900,
    messages: { 1077: received },
  }
}

const write = (records: readonly MinuteRecord[]) =>
  service.db.transaction(async (tx) => {
    await lockMinutes(tx)
    await writeMinutes(tx, records)
  })

const mexico = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' })
const dayOfHour = new Map<number, string>()
/** The day in Mexico City. It changes on a whole hour, so the result is cached per hour. */
function dayOf(minute: number): string {
  const hour = Math.floor(minute / HOUR)
  const known = dayOfHour.get(hour)
  if (known) return known
  const day = mexico.format(hour * HOUR)
  dayOfHour.set(hour, day)
  return day
}

/** The reference: every minute of one station, with the best record of any caster. */
class PlainList {
  readonly minutes = new Map<number, MinuteRecord>()

  note(record: MinuteRecord): void {
    const known = this.minutes.get(record.minute.getTime())
    if (!known || record.received > known.received) this.minutes.set(record.minute.getTime(), record)
  }

  get byDay(): Map<string, MinuteRecord[]> {
    return Map.groupBy(this.minutes.values(), ({ minute }) => dayOf(minute.getTime()))
  }

  static day(all: readonly MinuteRecord[]) {
    const sum = (pick: (record: MinuteRecord) => number | null) =>
      all.reduce((total, minute) => total + (pick(minute) ?? 0), 0)
    const mean = (pick: (record: MinuteRecord) => number | null) => {
      const known = all.filter((minute) => pick(minute) !== null).length
      return known === 0 ? null : Math.round(sum(pick) / known)
    }
    const [received, expected] = [sum((minute) => minute.received), sum((minute) => minute.expected)]
    return {
      minutes_up: all.filter(({ up }) => up).length,
      minutes_down: all.filter(({ up }) => !up).length,
      epochs_received: received,
      epochs_expected: expected,
      health_pct: expected === 0 ? null : Math.floor((received * 1000) / expected) / 10,
      latency_ms: mean((minute) => minute.latencyMs),
      satellites: mean((minute) => minute.satellites),
    }
  }

  /** The expected response of `GET /stations/{id}/health`, from every minute of the last sixty days. */
  history(now: number) {
    const passed = new Map<string, number>()
    for (let minute = Math.floor((now - 62 * DAY) / MINUTE) * MINUTE; minute + MINUTE <= now; minute += MINUTE)
      passed.set(dayOf(minute), (passed.get(dayOf(minute)) ?? 0) + 1)
    passed.set(dayOf(now), passed.get(dayOf(now)) ?? 0)
    const days = [...passed.keys()].sort().slice(-60)
    const { byDay } = this
    const count = (day: string, up: boolean) => (byDay.get(day) ?? []).filter((minute) => minute.up === up).length
    const percent = (up: number, down: number) =>
      up + down === 0 ? null : Math.floor((10_000 * up) / (up + down)) / 100
    const all = (up: boolean) => days.reduce((sum, day) => sum + count(day, up), 0)
    return {
      uptime_pct: percent(all(true), all(false)),
      historial: days.map((fecha) => {
        const [up, down] = [count(fecha, true), count(fecha, false)]
        return {
          fecha,
          uptime_pct: percent(up, down),
          minutos_arriba: up,
          minutos_caidos: down,
          minutos_sin_datos: passed.get(fecha)! - up - down,
        }
      }),
    }
  }
}

async function expectDays(stationId: number, list: PlainList): Promise<void> {
  const { rows } = await service.db.pool.query(
    `select day, minutes_up, minutes_down, epochs_received, epochs_expected, health_pct, latency_ms, satellites
     from station_days where station_id = $1 order by day`,
    [stationId],
  )
  const expected = [...list.byDay].map(([day, minutes]) => ({ day, ...PlainList.day(minutes) }))
  expect(rows).toEqual(expected.sort((a, b) => (a.day < b.day ? -1 : 1)))
}

async function expectHistory(stationId: number, list: PlainList, now: number): Promise<void> {
  service.time = new Date(now)
  const { uptime } = (await client.get(`/stations/${stationId}/health`)).body
  const expected = list.history(now)
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
  const historial = uptime.historial.map(({ salud_pct, latencia_ms, sats, ...counts }: any) => counts)
  expect({ uptime_pct: uptime.uptime_pct, historial }).toEqual(expected)
  const { byDay } = list
  for (const day of uptime.historial) {
    const { health_pct, latency_ms, satellites } = PlainList.day(byDay.get(day.fecha) ?? [])
    expect([day.salud_pct, day.latencia_ms, day.sats]).toEqual([health_pct, latency_ms, satellites])
  }
}

/** Midnight in Mexico City: on ordinary days, and around the last two clock changes, which were at 02:00. */
const MIDNIGHTS = [
  '2026-11-14T06:00Z',
  '2026-07-01T06:00Z',
  '2022-04-03T06:00Z',
  '2022-04-04T05:00Z',
  '2022-10-30T05:00Z',
  '2022-10-31T06:00Z',
].map((text) => Date.parse(text))

describe('days are the sum of their minutes', () => {
  /** Epochs that each of the two casters received in a minute; `null` if it was not watching. */
  const views = fc.constantFrom<[number | null, number | null]>(
    [60, 60],
    [60, 60],
    [60, 0],
    [0, 58],
    [20, 45],
    [45, 20],
    [null, 60],
    [31, null],
    [0, 0],
    [0, null],
    [null, 0],
    [null, null],
  )
  const plans = fc.record({
    midnight: fc.constantFrom(...MIDNIGHTS),
    before: fc.integer({ min: 0, max: 300 }),
    spans: fc.array(fc.tuple(fc.integer({ min: 1, max: 240 }), views), { minLength: 2, maxLength: 8 }),
    chunk: fc.constantFrom(1_000, 173, 60, 31),
    order: fc.constantFrom('one first', 'the other first', 'in turns', 'at once'),
    again: fc.boolean(),
  })

  it('in any slices, in any order of two casters, written once or repeatedly', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async ({ midnight, before, spans, chunk, order, again }) => {
        const station = await addStation()
        const mirror = await addStation() // with the two casters swapped
        const lists = { [station.id]: new PlainList(), [mirror.id]: new PlainList() }
        const writings: [MinuteRecord[], MinuteRecord[]] = [[], []]
        let minute = midnight - before * MINUTE
        for (const [length, view] of spans)
          for (let index = 0; index < length; index++, minute += MINUTE)
            for (const [caster, received] of view.entries())
              for (const [stationId, writer] of [[station.id, caster] as const, [mirror.id, 1 - caster] as const]) {
                if (received === null) continue
                const written = record(stationId, minute, received)
                lists[stationId]!.note(written)
                writings[writer]!.push(written)
              }

        const [one, other] = writings.map((records) => chunks(records, chunk)) as [MinuteRecord[][], MinuteRecord[][]]
        const rounds = again ? [0, 1] : [0]
        for (const _ of rounds) {
          if (order === 'one first') for (const part of [...one, ...other]) await write(part)
          else if (order === 'the other first') for (const part of [...other, ...one]) await write(part)
          else
            for (let index = 0; index < Math.max(one.length, other.length); index++) {
              const parts = [one[index] ?? [], other[index] ?? []]
              if (order === 'at once') await Promise.all(parts.map(write))
              else for (const part of parts) await write(part)
            }
        }
        for (const { id } of [station, mirror]) await expectDays(id, lists[id]!)
        await expectHistory(station.id, lists[station.id]!, minute + 17_000)
      }),
      { numRuns: 14 },
    )
  })

  it('over sixty days, with outages, pauses in measuring, and a second caster that saw a part', async () => {
    const { id } = await addStation()
    const list = new PlainList()
    const end = Date.parse('2026-11-14T18:30Z')
    const minutes = Array.from({ length: 61 * 1440 }, (_, index) => end - (61 * 1440 - index) * MINUTE)
    const isPause = (minute: number) => (minute / MINUTE) % 5000 < 130
    const isOutage = (minute: number) => (minute / MINUTE) % 3001 < 40
    const measured = minutes.filter((minute) => !isPause(minute))
    const one = measured.map((minute) => record(id, minute, isOutage(minute) ? 0 : 60))
    // The second caster watches ten of every 97 minutes and receives epochs only in an outage's first 20 minutes.
    const other = minutes
      .filter((minute) => (minute / MINUTE) % 97 < 10)
      .map((minute) => record(id, minute, (minute / MINUTE) % 3001 < 20 ? 35 : 0))
    for (const part of chunks(one, 5_000)) await write(part)
    for (const part of chunks(other, 5_000)) await write(part)
    for (const written of [...one, ...other]) list.note(written)
    await expectDays(id, list)
    await expectHistory(id, list, end + 42_000)
  })

  it('with the first record of two that received equally many epochs', async () => {
    const { id } = await addStation()
    const minute = Date.parse('2026-11-14T12:00Z')
    await write([{ ...record(id, minute, 30), expected: 60, latencyMs: 100 }])
    await write([{ ...record(id, minute, 30), expected: 30, latencyMs: 900 }])
    const { rows } = await service.db.pool.query(
      'select latency_ms, epochs_expected from station_days where station_id = $1',
      [id],
    )
    expect(rows).toEqual([{ latency_ms: 100, epochs_expected: 60 }])
  })

  it('without rounding up to 100 when one epoch of a day is lost', async () => {
    const { id } = await addStation()
    const first = Date.parse('2026-11-13T06:00Z')
    const day = Array.from({ length: 1440 }, (_, index) => record(id, first + index * MINUTE, 60))
    await write(day.map((minute, index) => (index === 700 ? { ...minute, received: 59 } : minute)))
    const { rows } = await service.db.pool.query('select health_pct from station_days where station_id = $1', [id])
    expect(rows).toEqual([{ health_pct: 99.9 }])
  })
})

/** A new caster, without the memory of the previous one. */
function caster(db: Database = service.db): HealthRecorder {
  const reader = new CurrentReader(service.db, { casterHost: 'caster.example.mx', casterPort: 2101 })
  return new HealthRecorder({ db, book: async () => (await reader.current()).book, tellAlarm() {} })
}

const minutesOf = async (stationId: number): Promise<Record<string, string>> => {
  const { rows } = await service.db.pool.query(
    'select minute, up, epochs_received from station_minutes where station_id = $1 order by minute',
    [stationId],
  )
  return Object.fromEntries(
    rows.map(({ minute, up, epochs_received }) => [
      minute.toISOString().slice(11, 16),
      up ? `up ${epochs_received}` : 'down',
    ]),
  )
}

/** Creates stations with telemetry and archives all others. */
async function measuredStations(count: number): Promise<{ id: number; code: string }[]> {
  await service.db.pool.query('update stations set archived_at = now() where archived_at is null')
  const added = []
  for (let index = 0; index < count; index++) {
    const station = await addStation()
    await measure(service, station.code, { measuredAt: new Date('2026-11-14T05:00Z') })
    added.push(station)
  }
  return added
}

describe('a recorded minute', () => {
  it('is up if any caster received an epoch, down if one watched all of it, and otherwise unknown', async () => {
    /** A caster's part in a minute: it watches all of it, some, or does not run; and the epochs it received. */
    const states = fc.constantFrom(
      { runs: 'whole', received: 60 },
      { runs: 'whole', received: 0 },
      { runs: 'whole', received: null }, // the station was never connected here
      { runs: 'part', received: 25 },
      { runs: 'part', received: null },
      { runs: 'not', received: null },
    )
    const spans = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), states, states, fc.boolean()), {
      minLength: 1,
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(spans, fc.constantFrom(...MIDNIGHTS), async (plan, midnight) => {
        const [station] = await measuredStations(1)
        const list = new PlainList()
        const casters = [caster(), caster()]
        let minute = midnight - 8 * MINUTE
        for (const [length, ...[one, other, restarts]] of plan) {
          if (restarts) casters[0] = caster()
          for (let index = 0; index < length; index++, minute += MINUTE) {
            const doing = [one, other].map(async ({ runs, received }, place) => {
              if (runs === 'not') return
              const records = received === null ? [] : [record(station!.id, minute, received)]
              await casters[place]!.minute(records, new Date(minute), runs === 'whole')
            })
            await Promise.all(doing)
            const best = Math.max(one.received ?? 0, other.received ?? 0)
            const isKnown = best > 0 || one.runs === 'whole' || other.runs === 'whole'
            if (isKnown) list.note(record(station!.id, minute, best))
          }
        }
        await expectDays(station!.id, list)
        await expectHistory(station!.id, list, minute + 1_000)
      }),
      { numRuns: 10 },
    )
  })

  it('is missing for an unmeasured station, and for silence during maintenance', async () => {
    const [worked] = await measuredStations(1)
    const unmeasured = await addStation()
    await declareStatus(service, worked!.code, 'maintenance')
    const recorder = caster()
    const at = (index: number) => new Date(Date.parse('2026-11-14T12:00Z') + index * MINUTE)
    await recorder.minute([], at(0), true)
    await recorder.minute([record(worked!.id, at(1).getTime(), 0)], at(1), true)
    await recorder.minute([record(worked!.id, at(2).getTime(), 12)], at(2), true)
    await declareStatus(service, worked!.code, 'online')
    await recorder.minute([], at(3), true)
    expect(await minutesOf(worked!.id)).toEqual({ '12:02': 'up 12', '12:03': 'down' })
    expect(await minutesOf(unmeasured.id)).toEqual({})
  })

  it('is missing while a station is archived', async () => {
    const [station] = await measuredStations(1)
    const recorder = caster()
    const at = (index: number) => new Date(Date.parse('2026-11-14T12:00Z') + index * MINUTE)
    await recorder.minute([record(station!.id, at(0).getTime(), 60)], at(0), true)
    await archiveStation(byTest({ db: service.db }, at(1)), { code: station!.code })
    // The caster still has the station's meter.
    await recorder.minute([record(station!.id, at(1).getTime(), 0)], at(1), true)
    await service.saveStations({ code: station!.code })
    await recorder.minute([record(station!.id, at(2).getTime(), 0)], at(2), true)
    expect(await minutesOf(station!.id)).toEqual({ '12:00': 'up 60', '12:02': 'down' })
  })
})

describe('an unavailable database', () => {
  const failing = (error: () => Error | null): Database => ({
    query: (statement, values) => service.db.query(statement, values),
    transaction: async (work) => {
      const reason = error()
      if (reason) throw reason
      return service.db.transaction(work)
    },
  })
  const away = () => Object.assign(new Error('terminating connection'), { code: '57P01' })

  it('gets every minute later, including the silent ones of the outage', async () => {
    const [station, silent] = await measuredStations(2)
    let isAway = false
    const reader = new CurrentReader(service.db, { casterHost: 'caster.example.mx', casterPort: 2101 })
    const recorder = new HealthRecorder({
      db: failing(() => (isAway ? away() : null)),
      async book() {
        if (isAway) throw away()
        return (await reader.current()).book
      },
      tellAlarm() {},
    })
    const at = (index: number) => new Date(Date.parse('2026-11-14T12:00Z') + index * MINUTE)
    const minute = (index: number) => recorder.minute([record(station!.id, at(index).getTime(), 60)], at(index), true)
    await minute(0)
    isAway = true
    await expect(minute(1)).rejects.toThrow('terminating')
    await expect(minute(2)).rejects.toThrow('terminating')
    isAway = false
    await minute(3)
    expect(await minutesOf(station!.id)).toEqual({
      '12:00': 'up 60',
      '12:01': 'up 60',
      '12:02': 'up 60',
      '12:03': 'up 60',
    })
    expect(await minutesOf(silent!.id)).toEqual({ '12:00': 'down', '12:01': 'down', '12:02': 'down', '12:03': 'down' })
  })

  it('is not sent a rejected minute again, so that later minutes are written', async () => {
    const [station] = await measuredStations(1)
    let refuses = true
    const recorder = caster(failing(() => (refuses ? new Error('a value is out of range') : null)))
    const at = (index: number) => new Date(Date.parse('2026-11-14T12:00Z') + index * MINUTE)
    const minute = (index: number) => recorder.minute([record(station!.id, at(index).getTime(), 60)], at(index), true)
    await expect(minute(0)).rejects.toThrow('out of range')
    refuses = false
    await minute(1)
    expect(await minutesOf(station!.id)).toEqual({ '12:01': 'up 60' })
  })
})

describe('old minutes', () => {
  it('are deleted after eight days, while their days stay', async () => {
    const { id } = await addStation()
    const now = Date.parse('2026-11-14T18:00:00Z')
    const list = new PlainList()
    const border = now - 8 * DAY
    const old = Array.from({ length: 1_203 }, (_, index) => record(id, border - (index + 1) * MINUTE, 60))
    const young = Array.from({ length: 40 }, (_, index) => record(id, border + index * MINUTE, 0))
    await write([...old, ...young])
    for (const written of [...old, ...young]) list.note(written)
    await tidyUp(service.db, new Date(now))
    const { rows } = await service.db.pool.query(
      'select count(*)::int as count, min(minute) as first from station_minutes where station_id = $1',
      [id],
    )
    expect(rows).toEqual([{ count: 40, first: new Date(border) }])
    await expectDays(id, list)
    await expectHistory(id, list, now)
  })
})

function chunks<Item>(list: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}
