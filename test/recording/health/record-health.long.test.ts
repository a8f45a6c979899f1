// Measurements of casters become status, changes and alarms in a real database, with one caster or two independent
// ones. The test controls the time. For the minutes, see test/store/stations/station-minutes.long.test.ts.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { archiveStation } from '../../../src/actions/stations/archive.ts'
import { acceptPosition, acknowledgePosition } from '../../../src/actions/stations/position.ts'
import { movedBy } from '../../../src/demo/simulator/sky/earth.ts'
import type { StationInput } from '../../../src/domain/stations/input.ts'
import type { LiveAcknowledgement, LiveHealth, Unobserved } from '../../../src/domain/stations/telemetry.ts'
import { HealthRecorder } from '../../../src/recording/health/recorder.ts'
import { CurrentReader } from '../../../src/store/current/current.ts'
import type { Database } from '../../../src/store/kit/database.ts'
import { en } from '../../../src/words/en.ts'
import { alarmText } from '../../../src/words/stations.ts'
import { byTest } from '../../support/action-context.ts'
import { stationIdOf } from '../../support/rows.ts'
import { type Client, TestService } from '../../support/service.ts'

const TICK_MS = 2_500
const START = Date.parse('2026-11-14T18:00:00.000Z')

let service: TestService
let client: Client
let stations = 0

beforeAll(async () => {
  service = await TestService.start()
  client = await service.client()
})
afterAll(() => service.stop())
beforeEach(async () => {
  service.at(new Date(START))
  await putAway()
})

/** Archives the stations of earlier tests, so that they change no more. */
async function putAway(): Promise<void> {
  await service.db.pool.query('delete from station_alarms')
  await service.db.pool.query('update stations set archived_at = $1 where archived_at is null', [new Date(START)])
}

/** A caster's recorder, with its own memory. */
class Node {
  readonly told: string[] = []
  readonly recorder: HealthRecorder

  constructor(db: Database = service.db) {
    const reader = new CurrentReader(service.db, { casterHost: 'caster.example.mx', casterPort: 2101 })
    this.recorder = new HealthRecorder({
      db,
      book: async () => (await reader.current()).book,
      tellAlarm: (code, alarm, begins) =>
        this.told.push(begins ? `${code} ${alarm.kind}: ${alarmText(en, alarm)}` : `${code} ${alarm.kind} ends`),
    })
  }

  /** Reports the current measurements; none if no stream is here. */
  live(...heard: LiveHealth[]): Promise<LiveAcknowledgement> {
    return this.recorder.live(heard, now())
  }
}

const now = () => service.time!
const pass = (ms: number) => {
  service.time = new Date(now().getTime() + ms)
}

/** A new station for every test, independent of the streams that carry it. */
class Subject {
  readonly code: string
  readonly id: number
  static readonly PLACE = { lat: 19.4326, lng: -99.1332, height: 2240 }

  private constructor(code: string, id: number) {
    this.code = code
    this.id = id
  }

  static async add(more: Partial<StationInput> = {}): Promise<Subject> {
    const code = `S${++stations}`
    const { lat, lng } = Subject.PLACE
    await service.saveStations({ code, name: code, lat, lng, mountpoint: code, ...more })
    return new Subject(code, await stationIdOf(service, code))
  }

  figures(change: Partial<LiveHealth> & { east?: number } = {}): LiveHealth {
    const { east, ...rest } = change
    const [x, y, z] = movedBy(Subject.PLACE, { east: east ?? 0, north: 0, up: 0 })
    return {
      stationId: this.id,
      measuredAt: new Date(now().getTime() - 300),
      healthPct: 100,
      latencyMs: 312,
      timeAheadMs: null,
      clocks: null,
      satellites: 17,
      satellitesByConstellation: { GPS: 10, GLO: 7 },
      position: east === undefined ? null : { x, y, z },
      silentConstellations: [],
      details: () => ({ receiver: 'TEST', antenna: null, intervalMs: 1000, messages: { 1077: 60 } }),
      ...rest,
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
  async shown(): Promise<any> {
    const { body } = await client.get('/stations')
    return body.stations.find(({ codigo }: { codigo: string }) => codigo === this.code)
  }

  async status(): Promise<string> {
    return (await this.shown()).status
  }

  /** Oldest first, with seconds since the start. Omits the first-measurement entry if the status did not change. */
  async changes(): Promise<[string, number][]> {
    const { rows } = await service.db.pool.query(
      'select status, measured, at from station_status_changes where station_id = $1 order by at, id',
      [this.id],
    )
    const first = rows[0]?.measured === false && rows[1]?.status === rows[0].status ? 1 : -1
    return rows.filter((_, index) => index !== first).map(({ status, at }) => [status, (at.getTime() - START) / 1000])
  }

  async alarms(): Promise<{ kind: string; open: boolean }[]> {
    const { rows } = await service.db.pool.query(
      'select kind, ended_at from station_alarms where station_id = $1 order by id',
      [this.id],
    )
    return rows.map(({ kind, ended_at }) => ({ kind, open: ended_at === null }))
  }
}

/** Runs `work` at intervals of 2.5 s and returns the results. */
async function ticks<Result>(count: number, work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let index = 0; index < count; index++) {
    pass(TICK_MS)
    results.push(await work())
  }
  return results
}

const unobserved = (stationId: number, since: Date): Unobserved => ({
  stationId,
  since,
  sends: () => ({ messages: { 1006: 6, 1033: 6 }, formats: ['UBX'] }),
})

const revision = async () =>
  (await service.db.pool.query(`select revision from revisions where topic = 'health'`)).rows[0].revision

it('records the first measurement of a station without a status change event', async () => {
  const [subject, node] = [await Subject.add(), new Node()]
  await ticks(3, () => node.live(subject.figures()))
  const { rows } = await service.db.pool.query(
    'select status, measured from station_status_changes where station_id = $1 order by id',
    [subject.id],
  )
  expect(rows).toEqual([
    { status: 'online', measured: false },
    { status: 'online', measured: true },
  ])
  const { cambios } = (await client.get(`/stations/${subject.id}/health`)).body
  expect(cambios).toEqual([{ status: 'online', at: new Date(START).toISOString() }])
  const told = `select from events where type = 'station.status_changed' and (body::json -> 'data' -> 'station' ->> 'id')::bigint = $1`
  expect((await service.db.pool.query(told, [subject.id])).rowCount).toBe(0)
})

describe('an antenna that announces another position', () => {
  const statusEvents = async (subject: Subject) => {
    const { rows } = await service.db.pool.query(
      `select body::json -> 'data' as data from events where type = 'station.status_changed' order by created_at`,
    )
    return rows
      .map(({ data }) => data)
      .filter(({ station }) => station.id === subject.id)
      .map(({ anterior, status }) => `${anterior} ${status}`)
  }
  const chosen = async () => (await client.get('/vrs?lat=19.44&lng=-99.13')).body
  const hears = (node: Node, subject: Subject, east: number) => async () => {
    await node.live(subject.figures({ east }))
    return subject.status()
  }
  /** Ten minutes in steps that are short enough not to count as silence. */
  const tenMinutes = async (hear: () => Promise<string>) => {
    const seen: string[] = []
    for (let step = 0; step < 20; step++) {
      pass(30_000)
      seen.push(await hear())
    }
    return seen
  }

  /** A station that has announced another position for ten minutes. */
  async function movedSubject(east = 0.85) {
    const [subject, node] = [await Subject.add(), new Node()]
    await ticks(2, hears(node, subject, 0))
    expect(new Set(await tenMinutes(hears(node, subject, east)))).toEqual(new Set(['online']))
    expect(await chosen()).toMatchObject({ modo: 'base', station: { codigo: subject.code } })
    pass(30_000)
    expect(await hears(node, subject, east)()).toBe('degraded')
    return { subject, node }
  }
  const byOperator = () => byTest({ db: service.db }, now())

  it('is degraded and no longer chosen after ten minutes, and serves again once it is acknowledged', async () => {
    const { subject, node } = await movedSubject()
    expect(await chosen()).toMatchObject({ modo: 'ninguno', cobertura: false })
    await acknowledgePosition(byOperator(), subject)
    expect(await subject.status()).toBe('online')
    expect(await chosen()).toMatchObject({ modo: 'base' })
    expect(await ticks(2, hears(node, subject, 0.85))).toEqual(['online', 'online'])
    expect(await subject.alarms()).toEqual([{ kind: 'moved', open: false }])
    expect(await statusEvents(subject)).toEqual(['online degraded', 'degraded online'])
    // A further position raises a new alarm.
    await ticks(1, hears(node, subject, 1.4))
    expect((await subject.alarms()).at(-1)).toEqual({ kind: 'moved', open: true })
    expect((await tenMinutes(hears(node, subject, 1.4))).at(-1)).toBe('degraded')
  })

  it('stays degraded after a reconnect without a new position', async () => {
    const { subject, node } = await movedSubject()
    const silentOfPlace = async () => {
      await node.live(subject.figures())
      return subject.status()
    }
    expect(await ticks(8, silentOfPlace)).toEqual(Array(8).fill('degraded'))
    expect(await ticks(8, hears(new Node(), subject, 0.85))).toEqual(Array(8).fill('degraded'))
    expect((await subject.changes()).map(([status]) => status)).toEqual(['online', 'degraded'])
  })

  it('can be accepted as the registered position by one action', async () => {
    const { subject, node } = await movedSubject()
    await acceptPosition(byOperator(), subject)
    expect(await subject.status()).toBe('online')
    expect(await ticks(2, hears(node, subject, 0.85))).toEqual(['online', 'online'])
    const { salud, station } = (await client.get(`/stations/${subject.id}/health`)).body
    expect(salud.posicion_desvio_m).toBe(0)
    expect(station.lng).toBeCloseTo(Subject.PLACE.lng + 0.85 / 105_000, 6)
    expect(await subject.alarms()).toEqual([{ kind: 'moved', open: false }])
    await expect(acceptPosition(byOperator(), subject)).rejects.toThrow(/position_not_off/)
    const { rows } = await service.db.pool.query(
      `select action, details from audit_log where subject_id = $1 and action like 'station.position%'`,
      [subject.id],
    )
    expect(rows).toMatchObject([
      { action: 'station.position_accepted', details: { code: subject.code, metres: 0.85, from: { lat: 19.4326 } } },
    ])
  })

  it('keeps serving if the operator allows it, and still raises an alarm', async () => {
    const { subject, node } = await movedSubject()
    await service.db.pool.query('update network set moved_takes_out = false')
    expect(await ticks(1, hears(node, subject, 0.85))).toEqual(['online'])
    expect(await chosen()).toMatchObject({ modo: 'base' })
    expect(await subject.alarms()).toEqual([{ kind: 'moved', open: true }])
    await service.db.pool.query('update network set moved_takes_out = true, moved_limit_m = 1')
    await ticks(1, hears(node, subject, 0.85))
    expect(await subject.alarms()).toEqual([{ kind: 'moved', open: false }])
    await service.db.pool.query('update network set moved_limit_m = default')
  })
})

describe('a measurement of a station', () => {
  it('is shown at the next request with all its values', async () => {
    const subject = await Subject.add()
    expect(await subject.shown()).toMatchObject({ telemetria: false, status: 'online', constelaciones: '' })
    await new Node().live(subject.figures({ healthPct: 99.4, east: 0.25 }))
    expect(await subject.shown()).toMatchObject({
      telemetria: true,
      status: 'online',
      salud_pct: 99.4,
      latencia_ms: 312,
      sats: 17,
      constelaciones: 'GPS+GLO',
    })
    const { salud } = (await client.get(`/stations/${subject.id}/health`)).body
    expect(salud).toMatchObject({ por_constelacion: { GPS: 10, GLO: 7 }, posicion_desvio_m: 0.25 })
    expect(salud.ultima_at).toBe(new Date(START - 300).toISOString())
    const { rows } = await service.db.pool.query('select details from station_health where station_id = $1', [
      subject.id,
    ])
    expect(rows[0].details).toEqual({ receiver: 'TEST', antenna: null, intervalMs: 1000, messages: { 1077: 60 } })
  })

  it('does not change constellations that the operator has fixed', async () => {
    const subject = await Subject.add({ constellations: 'GPS' })
    await new Node().live(subject.figures())
    expect((await subject.shown()).constelaciones).toBe('GPS')
  })

  it('lists constellations in the usual order, without those that have no satellite', async () => {
    const subject = await Subject.add()
    await new Node().live(subject.figures({ satellitesByConstellation: { BDS: 4, SBS: 1, GLO: 0, GAL: 5, GPS: 7 } }))
    expect((await subject.shown()).constelaciones).toBe('GPS+GAL+BDS+SBS')
  })

  it('is written every 15 s, and not at all once the station is silent', async () => {
    const subject = await Subject.add()
    const node = new Node()
    let written = 0
    let last = await revision()
    const hear = async (measuredAt?: Date) => {
      await node.live(subject.figures(measuredAt && { measuredAt }))
      const seen = await revision()
      if (seen !== last) written += 1
      last = seen
    }
    await ticks(24, () => hear())
    expect(written).toBe(5) // the first one, and then every 15 s
    const silentSince = now()
    await ticks(24, () => hear(silentSince))
    expect(await subject.status()).toBe('online') // exactly 60 s of silence
    written = 0
    await ticks(24, () => hear(silentSince))
    expect(await subject.status()).toBe('offline')
    expect(written).toBe(0)
  })

  it('is written together with those of other stations, whenever each of them connected', async () => {
    const subjects = [await Subject.add(), await Subject.add(), await Subject.add()]
    const node = new Node()
    for (const [index] of subjects.entries())
      await ticks(1, () => node.live(...subjects.slice(0, index + 1).map((subject) => subject.figures())))
    const seen = await ticks(24, async () => {
      await node.live(...subjects.map((subject) => subject.figures()))
      return revision()
    })
    expect(new Set(seen.slice(1)).size).toBeLessThanOrEqual(5) // four writes in a minute
  })

  it('is shown soon even if the database failed when it changed', async () => {
    const subject = await Subject.add()
    let fails = false
    const db: Database = {
      transaction: (work) => service.db.transaction(work),
      query: (statement, values) => {
        if (fails && statement.name === 'health-write') throw new Error('away')
        return service.db.query(statement, values)
      },
    }
    const node = new Node(db)
    await ticks(2, () => node.live(subject.figures()))
    fails = true
    await ticks(1, () => expect(node.live(subject.figures({ satellites: 3 }))).rejects.toThrow('away'))
    fails = false
    await ticks(1, () => node.live(subject.figures({ satellites: 3 })))
    expect(await subject.status()).toBe('degraded')
  })
})

describe('the status of a station', () => {
  /** A station, and a function that returns its status after a measurement. */
  async function heardSubject() {
    const [subject, node] = [await Subject.add(), new Node()]
    const hear =
      (change = {}) =>
      async () => {
        await node.live(subject.figures(change))
        return subject.status()
      }
    return { subject, node, hear }
  }

  it('becomes degraded at once and online after 30 s of good values; each change is recorded once', async () => {
    const { subject, hear } = await heardSubject()
    expect(await ticks(2, hear())).toEqual(['online', 'online'])
    expect(await ticks(2, hear({ healthPct: 94.9 }))).toEqual(['degraded', 'degraded'])
    const recovering = await ticks(14, hear())
    expect(recovering).toEqual([...Array(12).fill('degraded'), 'online', 'online'])
    expect(await ticks(1, hear({ latencyMs: 2001 }))).toEqual(['degraded'])
    expect(await subject.changes()).toEqual([
      ['online', 0],
      ['degraded', 7.5],
      ['online', 42.5],
      ['degraded', 47.5],
    ])
  })

  it('becomes offline by silence without a report, and a caster records the change', async () => {
    const subject = await Subject.add()
    const node = new Node()
    await node.live(subject.figures())
    pass(59_700)
    expect(await subject.status()).toBe('online')
    pass(1)
    expect(await subject.status()).toBe('offline')
    await ticks(3, () => node.live())
    expect((await subject.changes()).map(([status]) => status)).toEqual(['online', 'offline'])
  })

  it('stays as it was during silence until it becomes offline', async () => {
    const subject = await Subject.add()
    const node = new Node()
    await ticks(2, () => node.live(subject.figures()))
    const measuredAt = now()
    const shown = await ticks(26, async () => {
      const missing = (now().getTime() - measuredAt.getTime()) / 6_000
      await node.live(subject.figures({ measuredAt, healthPct: 100 - missing }))
      return subject.status()
    })
    expect(shown).toEqual([...Array(24).fill('online'), 'offline', 'offline'])
    expect(
      await ticks(1, async () => {
        await node.live(subject.figures({ healthPct: 89 }))
        return subject.status()
      }),
    ).toEqual(['degraded'])
  })

  it('is maintenance while the operator declares it, whatever arrives', async () => {
    const { subject, hear } = await heardSubject()
    await ticks(1, hear())
    await service.saveStations({ code: subject.code, declaredStatus: 'maintenance' })
    expect(await subject.status()).toBe('maintenance')
    expect(new Set(await ticks(4, hear({ satellites: 2 })))).toEqual(new Set(['maintenance']))
    await service.saveStations({ code: subject.code, declaredStatus: 'online' })
    expect(await ticks(1, hear({ satellites: 2 }))).toEqual(['degraded'])
    expect((await subject.changes()).map(([status]) => status)).toEqual(['online', 'maintenance', 'degraded'])
  })

  it('stays degraded across a restart of the caster', async () => {
    const subject = await Subject.add()
    await new Node().live(subject.figures({ satellites: 2 }))
    pass(40_000)
    const restarted = new Node()
    const told = await ticks(14, async () => {
      await restarted.live(subject.figures())
      return subject.status()
    })
    expect(told).toEqual([...Array(12).fill('degraded'), 'online', 'online'])
  })

  it('does not change any more once the station is archived', async () => {
    const subject = await Subject.add()
    const node = new Node()
    await ticks(1, () => node.live(subject.figures()))
    await archiveStation(byTest({ db: service.db }, now()), { code: subject.code })
    await ticks(1, () => node.live(subject.figures({ satellites: 1 })))
    expect((await subject.changes()).map(([status]) => status)).toEqual(['online'])
  })
})

describe('two casters on one database', () => {
  it('record each change once if both receive the same stream, in any order', async () => {
    const subject = await Subject.add()
    const nodes = [new Node(), new Node()]
    for (const change of [{}, { satellites: 3 }, {}]) {
      await ticks(13, async () => {
        const figures = subject.figures(change)
        await Promise.all(nodes.map((node) => node.live(figures)))
      })
    }
    await ticks(26, () => Promise.all(nodes.map((node) => node.live())))
    expect((await subject.changes()).map(([status]) => status)).toEqual(['online', 'degraded', 'online', 'offline'])
  })

  it('do not flip the status if one has a bad connection: the better measurement wins', async () => {
    const subject = await Subject.add()
    const [bad, good] = [new Node(), new Node()]
    const shown = await ticks(60, async () => {
      await bad.live(subject.figures({ healthPct: 80 }))
      const afterBad = await subject.status()
      await good.live(subject.figures({ measuredAt: new Date(now().getTime() - 290) }))
      return [afterBad, await subject.status()]
    })
    const statuses = shown.flat()
    expect(statuses.at(-1)).toBe('online')
    const turns = statuses.filter((status, index) => index > 0 && status !== statuses[index - 1]).length
    expect(turns).toBeLessThanOrEqual(1)
    expect((await subject.changes()).length).toBeLessThanOrEqual(3)
    expect((await subject.alarms()).length).toBeLessThanOrEqual(1)
    expect((await subject.alarms()).filter(({ open }) => open)).toEqual([])
  })

  it('keep the status of a station that moves between them', async () => {
    const subject = await Subject.add()
    const [one, other] = [new Node(), new Node()]
    await ticks(6, async () => {
      await one.live(subject.figures())
      await other.live()
    })
    const gone = subject.figures()
    let heard: LiveAcknowledgement = { elsewhere: [] }
    const shown = await ticks(36, async () => {
      heard = await one.live(gone)
      expect(await other.live(subject.figures({ healthPct: 99 }))).toEqual({ elsewhere: [] })
      return subject.shown()
    })
    expect(heard).toEqual({ elsewhere: [subject.id] })
    expect(new Set(shown.map(({ status }) => status))).toEqual(new Set(['online']))
    expect(shown[0].salud_pct).toBe(99)
    // It moves back.
    await ticks(2, async () => {
      await other.live()
      await one.live(subject.figures({ healthPct: 98 }))
    })
    expect(await subject.shown()).toMatchObject({ status: 'online', salud_pct: 98 })
  })

  it('ignore a new bad measurement while the other node measures the station well', async () => {
    const subject = await Subject.add()
    const [good, bad] = [new Node(), new Node()]
    await ticks(4, () => good.live(subject.figures()))
    const shown = await ticks(24, async () => {
      await good.live(subject.figures())
      await bad.live(subject.figures({ healthPct: 50, measuredAt: new Date(now().getTime() - 290) }))
      return subject.status()
    })
    expect(new Set(shown)).toEqual(new Set(['online']))
  })

  it('follow every rule under any sequence of measurements', async () => {
    const heard = fc.constantFrom('good', 'good', 'bad', 'nothing')
    /** What the two nodes measure for a number of ticks. */
    const spans = fc.array(fc.tuple(fc.integer({ min: 1, max: 14 }), heard, heard), { minLength: 2, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(spans, fc.boolean(), async (plan, atOnce) => {
        await putAway()
        const subject = await Subject.add()
        const nodes = [new Node(), new Node()]
        const begun = now().getTime()
        await nodes[0]!.live(subject.figures())
        const log: { at: number; views: string[]; status: string }[] = []
        const last: (LiveHealth | null)[] = [null, null]
        const round = async (views: string[], together: boolean) => {
          const turns = nodes.map((node, index) => async () => {
            const view = views[index]!
            const measuredAt = new Date(now().getTime() - 300 - index)
            if (view !== 'nothing') last[index] = subject.figures({ measuredAt, satellites: view === 'bad' ? 5 : 17 })
            // A caster keeps reporting its last measurement.
            await (last[index] ? node.live(last[index]) : node.live())
          })
          if (together) await Promise.all(turns.map((turn) => turn()))
          else for (const turn of turns) await turn()
          log.push({ at: now().getTime(), views, status: await subject.status() })
        }
        for (const [count, ...views] of plan) await ticks(count, () => round(views, atOnce))
        // Concurrent reports may settle only a moment later.
        await ticks(2, () => round(log.at(-1)!.views, false))

        const between = (from: number, to: number) => log.filter(({ at }) => at >= from && at <= to)
        for (const [index, { at, status, views }] of log.entries()) {
          const heardSince = between(at - 60_000 + 1, at).some((one) => one.views.some((view) => view !== 'nothing'))
          const isNew = at - begun < 60_000
          expect(status === 'offline').toBe(!heardSince && !isNew)
          // Degraded if all measurements were bad for as long as the recorder waits for another caster.
          const recent = between(at - 27_500, at)
          const judged = recent.flatMap((one) => one.views.filter((view) => view !== 'nothing'))
          const nowBad = views.includes('bad')
          if (nowBad && at - begun > 27_500 && judged.every((view) => view === 'bad')) expect(status).toBe('degraded')
          // Online again only after a node measured it well, and not badly for 30 s.
          if (status === 'online' && log[index - 1]?.status === 'degraded') {
            const isGood = (node: number) => between(at - 30_000 + 1, at).every((one) => one.views[node] !== 'bad')
            const heardWell = (node: number) => between(at - 60_000, at).some((one) => one.views[node] === 'good')
            expect(nodes.some((_, node) => heardWell(node) && isGood(node))).toBe(true)
          }
        }
        const changes = await subject.changes()
        for (const [index, [status]] of changes.entries()) expect(status).not.toBe(changes[index - 1]?.[0])
        expect(changes.at(-1)![0]).toBe(log.at(-1)!.status)
        const open = (await subject.alarms()).filter((alarm) => alarm.open).map(({ kind }) => kind)
        const expected = { online: [], degraded: ['degraded'], offline: ['down'] }[log.at(-1)!.status]
        expect(open).toEqual(expected)
      }),
      { numRuns: 12 },
    )
  })
})

describe('alarms', () => {
  const kinds = async (subject: Subject) =>
    (await subject.alarms()).map(({ kind, open }) => `${kind}${open ? '' : ' ended'}`)

  it('are opened, reported and ended once, and counted while they are open', async () => {
    const subject = await Subject.add()
    const node = new Node()
    await ticks(2, () => node.live(subject.figures()))
    expect(await kinds(subject)).toEqual([])
    await ticks(4, () => node.live(subject.figures({ satellites: 4 })))
    expect(await kinds(subject)).toEqual(['degraded'])
    expect(node.recorder.alarmCounts().get('degraded')).toBe(1)
    await ticks(13, () => node.live(subject.figures()))
    expect(await kinds(subject)).toEqual(['degraded ended'])
    expect(node.recorder.alarmCounts().get('degraded') ?? 0).toBe(0)
    await ticks(26, () => node.live())
    expect(await kinds(subject)).toEqual(['degraded ended', 'down'])
    await ticks(2, () => node.live(subject.figures()))
    expect(await kinds(subject)).toEqual(['degraded ended', 'down ended'])
    expect(node.told.filter((text) => text.startsWith(`${subject.code} `))).toEqual([
      `${subject.code} degraded: sees 4 satellites (minimum 10)`,
      `${subject.code} degraded ends`,
      `${subject.code} down: no data for more than 60 s`,
      `${subject.code} down ends`,
    ])
  })

  it('report an antenna that moved by more than ten centimetres at once, and none that moved less', async () => {
    const subject = await Subject.add()
    const node = new Node()
    await ticks(2, () => node.live(subject.figures({ east: 0.09 })))
    expect(await kinds(subject)).toEqual([])
    await ticks(8, () => node.live(subject.figures({ east: 0.85 })))
    expect(await kinds(subject)).toEqual(['moved'])
    expect(node.told.at(-1)).toBe(
      `${subject.code} moved: its position is 0.85 m off the registered one (maximum 0.10 m)`,
    )
    // The operator corrects the registered position.
    const lng = Subject.PLACE.lng + 0.85 / 105_000
    await service.saveStations({ code: subject.code, lng })
    await ticks(1, () => node.live(subject.figures({ east: 0.85 })))
    expect(await kinds(subject)).toEqual(['moved ended'])
  })

  it('report a silent constellation from the node that receives the station; other nodes ignore it', async () => {
    const subject = await Subject.add()
    const [hearing, other] = [new Node(), new Node()]
    const round = (silentConstellations: string[]) => async () => {
      await hearing.live(subject.figures({ silentConstellations }))
      await other.live()
    }
    await ticks(2, round([]))
    await ticks(8, round(['GLO']))
    expect(await kinds(subject)).toEqual(['silent_constellation'])
    await new Node().live() // a third caster starts
    expect(await kinds(subject)).toEqual(['silent_constellation'])
    await ticks(4, round([]))
    expect(await kinds(subject)).toEqual(['silent_constellation ended'])
    expect(hearing.told.filter((text) => text.startsWith(`${subject.code} `))).toEqual([
      `${subject.code} silent_constellation: no GLONASS satellites for more than 60 s`,
      `${subject.code} silent_constellation ends`,
    ])
    expect(other.told).toEqual([])
  })

  it('report bytes without observations with their content, and end when observations arrive', async () => {
    const [known, never] = [await Subject.add(), await Subject.add()]
    const [hearing, other] = [new Node(), new Node()]
    const told = ({ code }: Subject) => hearing.told.filter((text) => text.startsWith(`${code} no_`))
    await ticks(2, () => hearing.live(known.figures()))
    const since = now()
    const last = known.figures()
    const round = async () => {
      const isOver = now().getTime() - since.getTime() > 60_000
      const list = isOver ? [known, never].map(({ id }) => unobserved(id, since)) : []
      await hearing.recorder.live([last], now(), list)
      await other.live()
    }
    await ticks(30, round)
    expect(await kinds(known)).toEqual(['down', 'no_observations'])
    expect(told(known)).toEqual([
      `${known.code} no_observations: no RTCM observations; received in the last minute: 1006 (6), 1033 (6), UBX`,
    ])
    // It is monitored and sends no observations, so neither the API nor /vrs may treat it as a base.
    expect(await kinds(never)).toEqual(['down', 'no_observations'])
    expect(await never.shown()).toMatchObject({ status: 'offline', telemetria: true, salud_pct: 0, sats: 0 })
    expect((await client.get(`/vrs?lat=${Subject.PLACE.lat}&lng=${Subject.PLACE.lng}`)).body.modo).toBe('ninguno')
    expect(hearing.recorder.alarmCounts().get('no_observations')).toBe(2)

    await ticks(2, async () => {
      await hearing.live(known.figures(), never.figures())
      await other.live()
    })
    expect(await kinds(known)).toEqual(['down ended', 'no_observations ended'])
    expect(await kinds(never)).toEqual(['down ended', 'no_observations ended'])
    expect(await never.status()).toBe('online')
    expect(other.told.filter((text) => text.includes('no_observations'))).toEqual([])
  })

  it('become only down when such bytes stop, and end for maintenance and for stations without RTCM', async () => {
    const [stops, works, other] = [await Subject.add(), await Subject.add(), await Subject.add()]
    const node = new Node()
    await ticks(1, () => node.live(stops.figures(), works.figures(), other.figures()))
    const since = now()
    pass(60_000)
    const all = [stops, works, other].map(({ id }) => unobserved(id, since))
    await ticks(2, () => node.recorder.live([], now(), all))
    for (const subject of [stops, works, other]) expect(await kinds(subject)).toEqual(['down', 'no_observations'])
    await service.saveStations({ code: works.code, declaredStatus: 'maintenance' })
    await service.saveStations({ code: other.code, isRtcm: false })
    await ticks(2, () => node.recorder.live([], now(), all.slice(1)))
    expect(await kinds(stops)).toEqual(['down', 'no_observations ended'])
    for (const subject of [works, other]) expect(await kinds(subject)).toEqual(['down ended', 'no_observations ended'])
    expect(await other.shown()).toMatchObject({ status: 'online', telemetria: false, salud_pct: 99.9, sats: 28 })
    await service.saveStations({ code: other.code, isRtcm: true })
    expect(await other.shown()).toMatchObject({ status: 'offline', telemetria: true })
  })

  it('report a station without RTCM as down when its bytes stop, whichever node forwarded them', async () => {
    const subject = await Subject.add({ isRtcm: false })
    const [passing, other] = [new Node(), new Node()]
    await ticks(2, () => passing.recorder.live([], now()))
    expect(await subject.status()).toBe('online') // never measured: as declared
    expect(await kinds(subject)).toEqual([])
    const passedOn = [{ stationId: subject.id }]
    await ticks(10, () => passing.recorder.live([], now(), [], passedOn))
    expect(await subject.shown()).toMatchObject({ status: 'online', telemetria: false, salud_pct: 99.9 })
    expect(await kinds(subject)).toEqual([])
    await ticks(31, () => other.live())
    expect(await subject.shown()).toMatchObject({ status: 'offline', telemetria: false })
    expect(await kinds(subject)).toEqual(['down'])
    await ticks(2, () => passing.recorder.live([], now(), [], passedOn))
    expect(await subject.status()).toBe('online')
    expect(await kinds(subject)).toEqual(['down ended'])
    expect((await subject.changes()).map(([status]) => status).slice(-2)).toEqual(['offline', 'online'])
  })

  it('do not delay /vrs, which at once stops offering a base that no caster serves', async () => {
    const subject = await Subject.add({ lat: 31.7, lng: -106.4 })
    const offered = async () => (await client.get('/vrs?lat=31.7&lng=-106.4')).body.modo
    const [one, other] = [new Node(), new Node()]
    await ticks(2, () => one.live(subject.figures()))
    expect(await offered()).toBe('base')
    const last = subject.figures({ quiet: true })
    await ticks(1, () => one.live(last))
    expect(await offered()).toBe('ninguno')
    expect(await subject.status()).toBe('online')
    // Another caster receives it, so its rovers are served.
    await ticks(1, async () => {
      await one.live(last)
      await other.live(subject.figures())
    })
    expect(await offered()).toBe('base')
    await ticks(1, () => one.live(last))
    expect(await offered()).toBe('base')
  })

  it('report wrong clocks while they are wrong', async () => {
    const subject = await Subject.add()
    const node = new Node()
    const clocks = { reference: 'GPS', clocks: [{ constellation: 'GLO', aheadMs: 2_000 }] }
    await ticks(2, () => node.live(subject.figures({ clocks })))
    expect(await kinds(subject)).toEqual(['clock_differs'])
    expect(await subject.status()).toBe('online')
    await ticks(2, () => node.live(subject.figures({ clocks, latencyMs: 0, timeAheadMs: 3_000 })))
    expect(await kinds(subject)).toEqual(['clock_differs', 'wrong_time'])
    expect(await subject.status()).toBe('online')
    await ticks(2, () => node.live(subject.figures({ latencyMs: 70_000 })))
    expect(await kinds(subject)).toEqual(['clock_differs ended', 'wrong_time ended', 'degraded'])
    expect(await subject.shown()).toMatchObject({ status: 'degraded', latencia_ms: 70_000 })
  })

  it('are reported by one of two casters, not by both', async () => {
    const subject = await Subject.add()
    const nodes = [new Node(), new Node()]
    await ticks(1, () => Promise.all(nodes.map((node) => node.live(subject.figures()))))
    await ticks(27, () => Promise.all(nodes.map((node) => node.live())))
    await ticks(2, async () => {
      const figures = subject.figures()
      await Promise.all(nodes.map((node) => node.live(figures)))
    })
    expect(await kinds(subject)).toEqual(['down ended'])
    const told = nodes.flatMap((node) => node.told).filter((text) => text.startsWith(`${subject.code} `))
    expect(told.sort()).toEqual([`${subject.code} down ends`, `${subject.code} down: no data for more than 60 s`])
  })

  it('are ended by another caster if theirs died', async () => {
    const subject = await Subject.add()
    const [dying, other] = [new Node(), new Node()]
    await ticks(2, async () => {
      await dying.live(subject.figures())
      await other.live()
    })
    await ticks(2, async () => {
      await dying.live(subject.figures({ silentConstellations: ['GLO'], satellites: 5 }))
      await other.live()
    })
    expect(await kinds(subject)).toEqual(['degraded', 'silent_constellation'])
    await ticks(27, () => other.live())
    expect(await kinds(subject)).toEqual(['degraded ended', 'silent_constellation ended', 'down'])
  })

  it('stay open across a restart, and are not reported again', async () => {
    const subject = await Subject.add()
    await ticks(1, () => new Node().live(subject.figures({ satellites: 4 })))
    pass(30_000)
    const restarted = new Node()
    await ticks(2, () => restarted.live(subject.figures({ satellites: 4 })))
    expect(await kinds(subject)).toEqual(['degraded'])
    expect(restarted.told.filter((text) => text.startsWith(`${subject.code} `))).toEqual([])
    expect(restarted.recorder.alarmCounts().get('degraded')).toBe(1)
  })

  it('end when the operator declares maintenance, and when the station is archived', async () => {
    const [worked, archived] = [await Subject.add(), await Subject.add()]
    const node = new Node()
    const hear = () => node.live(worked.figures({ satellites: 4 }), archived.figures({ satellites: 4 }))
    await ticks(2, hear)
    expect([await kinds(worked), await kinds(archived)]).toEqual([['degraded'], ['degraded']])
    await service.saveStations({ code: worked.code, declaredStatus: 'maintenance' })
    await archiveStation(byTest({ db: service.db }, now()), { code: archived.code })
    await ticks(2, hear)
    expect([await kinds(worked), await kinds(archived)]).toEqual([['degraded ended'], ['degraded ended']])
  })
})
