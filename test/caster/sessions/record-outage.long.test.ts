// The recorder with an unreliable database: nothing within its limits is lost, and nothing is written twice.
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { EndReason, RefusedAttempt, SessionProgress } from '../../../src/domain/sessions/session.ts'
import { SessionRecorder } from '../../../src/recording/sessions.ts'
import { type Database, type DatabasePool, openDatabase } from '../../../src/store/kit/database.ts'
import { keepNode } from '../../support/rows.ts'
import { makeDatabase } from '../../support/service.ts'
import { pause } from '../helpers.ts'

let db: DatabasePool
let drop: () => Promise<void>
const recorders: SessionRecorder[] = []
const NODE = { id: 'node', renew: async () => {} }

beforeAll(async () => {
  ;({ db, drop } = await makeDatabase())
  await keepNode(db, NODE.id)
})
afterEach(async () => {
  for (const recorder of recorders.splice(0)) await recorder.stop()
  await db.pool.query('truncate sessions, refusals')
})
afterAll(() => drop())

const START = new Date('2026-11-15T06:00:00Z')
const at = (seconds: number) => new Date(START.getTime() + seconds * 1000)
const started = (id: string, credentialId = 1) => ({
  id,
  credentialId,
  username: `user${credentialId}`,
  mountpoint: 'M',
  startedAt: START,
  address: '127.0.0.1',
  agent: 'NTRIP test',
})
const progress = (id: string, bytes: number): SessionProgress => ({
  served: [],
  id,
  stationId: 1,
  bytes,
  lat: 19,
  lng: -99,
  quality: 4,
  positionAt: START,
  positions: 2,
  satellites: 12,
  firstFixedAt: null,
  fixedPositions: 1,
  notes: [],
  ageSeconds: 1,
  medianAgeSeconds: 1,
  worstAgeSeconds: 2,
  distanceKm: 12.3,
  baseChanges: 0,
  gaps: 0,
  longestGapSeconds: 0,
  dataAt: START,
  toldAt: START,
})
const attempt = (username: string, seconds: number, more: Partial<RefusedAttempt> = {}): RefusedAttempt => ({
  at: at(seconds),
  reason: 'bad_password',
  username,
  credentialId: null,
  mountpoint: 'M',
  address: '127.0.0.1',
  agent: 'NTRIP test',
  ...more,
})

/** What happens to each statement by its name. */
type Weather = (name: string | undefined) => 'fine' | 'away' | 'answer lost' | (() => void)
function under(weather: Weather): Database {
  const away = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
  return {
    async query(statement, values) {
      const is = weather(statement.name)
      if (is === 'away') throw away()
      const rows = await db.query(statement, values)
      if (is === 'answer lost') throw away()
      if (typeof is === 'function') is()
      return rows as never
    },
    transaction: () => Promise.reject(new Error('not used')),
  }
}

function recorderUnder(weather: Weather) {
  const warnings: unknown[] = []
  const recorder = new SessionRecorder(under(weather), NODE, (error) => warnings.push(error))
  recorders.push(recorder)
  return { recorder, warnings }
}

const sessions = async () =>
  (await db.pool.query('select id, bytes, end_reason as reason from sessions order by id')).rows as {
    id: string
    bytes: number
    reason: EndReason | null
  }[]
const refusals = async () =>
  (await db.pool.query('select username, times, first_at, last_at from refusals order by username')).rows

describe('the recorder', () => {
  it('writes without being asked within a moment', async () => {
    const { recorder } = recorderUnder(() => 'fine')
    recorder.opened(started('a'))
    recorder.refused(attempt('u', 0))
    await expect.poll(sessions).toEqual([{ id: 'a', bytes: 0, reason: null }])
    await expect.poll(refusals).toHaveLength(1)
  })

  it('writes exactly once what happened while the database was unavailable', async () => {
    let weather: ReturnType<Weather> = 'away'
    const { recorder, warnings } = recorderUnder(() => weather)
    recorder.opened(started('a'))
    recorder.opened(started('b'))
    recorder.progressed(progress('a', 10))
    recorder.closed(progress('b', 20), at(1), 'client_left', 1)
    for (let count = 0; count < 3; count++) recorder.refused(attempt('u', count))
    await recorder.flush()
    expect(warnings.length).toBeGreaterThan(0)
    recorder.progressed(progress('a', 30))
    recorder.refused(attempt('u', 3))
    recorder.refused(attempt('v', 4))
    await recorder.flush()
    expect(await sessions()).toEqual([])

    weather = 'fine'
    await recorder.flush()
    await recorder.flush()
    expect(await sessions()).toEqual([
      { id: 'a', bytes: 30, reason: null },
      { id: 'b', bytes: 20, reason: 'client_left' },
    ])
    expect(await refusals()).toEqual([
      { username: 'u', times: 4, first_at: at(0), last_at: at(3) },
      { username: 'v', times: 1, first_at: at(4), last_at: at(4) },
    ])
  })

  it('retries by itself, and does not flood the log meanwhile', async () => {
    let weather: ReturnType<Weather> = 'away'
    const tries: number[] = []
    const { recorder, warnings } = recorderUnder(() => {
      tries.push(performance.now())
      return weather
    })
    recorder.opened(started('a'))
    await expect.poll(() => warnings).toHaveLength(2)
    expect(tries).toHaveLength(2)
    expect(tries[1]! - tries[0]!).toBeGreaterThan(990)
    weather = 'fine'
    await expect.poll(sessions).toHaveLength(1)
  })

  it('records the end of a session that opens and ends during another write', async () => {
    let meanwhile: (() => void) | null = null
    const { recorder } = recorderUnder((name) => {
      const work = meanwhile
      if (name !== 'sessions-update' || !work) return 'fine'
      meanwhile = null
      return work
    })
    recorder.opened(started('a'))
    recorder.progressed(progress('a', 1))
    meanwhile = () => {
      recorder.opened(started('b'))
      recorder.closed(progress('b', 5), at(1), 'expired', 1)
    }
    await recorder.flush()
    await recorder.flush()
    await recorder.flush()
    expect(await sessions()).toEqual([
      { id: 'a', bytes: 1, reason: null },
      { id: 'b', bytes: 5, reason: 'expired' },
    ])
  })

  it('ignores progress that is reported after the end of a session', async () => {
    const { recorder } = recorderUnder(() => 'fine')
    recorder.opened(started('a'))
    recorder.closed(progress('a', 5), at(1), 'revoked', 1)
    await recorder.flush()
    recorder.progressed(progress('a', 6))
    await recorder.flush()
    expect(await sessions()).toEqual([{ id: 'a', bytes: 5, reason: 'revoked' }])
  })

  it('writes the other rows when the database rejects one', async () => {
    const { recorder, warnings } = recorderUnder(() => 'fine')
    for (let count = 0; count < 20; count++) recorder.opened(started(`s${String(count).padStart(2, '0')}`))
    await recorder.flush()
    for (let count = 0; count < 20; count++) {
      const sane = progress(`s${String(count).padStart(2, '0')}`, count)
      recorder.closed(count === 7 ? { ...sane, quality: 4.5 } : sane, at(1), 'client_left', 1)
    }
    for (const username of ['a', 'nul\u0000', 'b']) recorder.refused(attempt(username, 0))
    await recorder.flush()
    const ended = (await sessions()).filter(({ reason }) => reason === 'client_left')
    expect(ended).toHaveLength(19)
    expect((await refusals()).map(({ username }) => username)).toEqual(['a', 'b'])
    expect(warnings).toHaveLength(2)
    await recorder.flush()
    expect(warnings).toHaveLength(2)
  })

  it('gives up, counts and logs a locked row after a while, and writes the others meanwhile', async () => {
    const { recorder } = recorderUnder(() => 'fine')
    const names = Array.from({ length: 12 }, (_, number) => `s${String(number).padStart(2, '0')}`)
    for (const name of names) recorder.opened(started(name))
    await recorder.flush()

    const hasty = openDatabase({ ...db.pool.options, statement_timeout: 150 })
    const holder = await db.pool.connect()
    await holder.query('begin')
    await holder.query(`select from sessions where id = 's03' for update`)
    const warnings: { givenUp?: number }[] = []
    const hurried = new SessionRecorder(hasty, NODE, (error) => warnings.push(error as never))
    recorders.push(hurried)
    for (const name of names) hurried.closed(progress(name, 7), at(1), 'client_left', 1)
    const ended = async () => (await sessions()).filter(({ reason }) => reason === 'client_left').length
    await expect.poll(ended, { timeout: 90_000 }).toBe(11)
    await expect.poll(() => hurried.givenUp.get('session'), { timeout: 90_000 }).toBe(1)
    expect(warnings.filter(({ givenUp }) => givenUp === 1)).toHaveLength(1)
    await holder.query('rollback')
    holder.release()
    // Batches grow again after that.
    hurried.opened(started('later'))
    await expect.poll(sessions, { timeout: 90_000 }).toHaveLength(13)
    await hurried.stop()
    await hasty.close()
  })

  it('writes sessions while rejections cannot be written', async () => {
    const hasty = openDatabase({ ...db.pool.options, statement_timeout: 2_000 })
    const holder = await db.pool.connect()
    await holder.query('begin')
    await holder.query('lock table refusals in exclusive mode')
    const recorder = new SessionRecorder(hasty, NODE, () => {})
    recorders.push(recorder)
    recorder.refused(attempt('u', 0))
    await pause(300)
    recorder.opened(started('a'))
    await expect.poll(sessions, { timeout: 1_500 }).toHaveLength(1)
    await holder.query('rollback')
    holder.release()
    await expect.poll(refusals, { timeout: 90_000 }).toHaveLength(1)
    await recorder.stop()
    await hasty.close()
  })

  it('writes thousands of sessions at once', async () => {
    const { recorder } = recorderUnder(() => 'fine')
    for (let count = 0; count < 5_000; count++) {
      recorder.opened(started(`s${count}`, count))
      recorder.closed(progress(`s${count}`, count), at(1), 'client_left', 1)
    }
    await recorder.flush()
    const { rows } = await db.pool.query(
      `select count(*)::int as count, sum(bytes)::int as bytes from sessions where end_reason = 'client_left'`,
    )
    expect(rows).toEqual([{ count: 5_000, bytes: 12_497_500 }])
  })

  it('counts the rejections of all user names while the stored ones are limited', async () => {
    const { recorder } = recorderUnder(() => 'away')
    for (let count = 0; count < 6_000; count++) recorder.refused(attempt(`u${count}`, 0))
    expect(recorder.refusalCounts.get('bad_password')).toBe(6_000)
  })

  it('starts a new row of rejections after a quiet minute', async () => {
    const { recorder } = recorderUnder(() => 'fine')
    for (const seconds of [0, 59, 118, 180]) {
      recorder.refused(attempt('u', seconds))
      await recorder.flush()
    }
    const rows = (await db.pool.query('select times, first_at, last_at from refusals order by first_at')).rows
    expect(rows).toEqual([
      { times: 3, first_at: at(0), last_at: at(118) },
      { times: 1, first_at: at(180), last_at: at(180) },
    ])
  })

  it('records every session and rejection exactly once under any sequence of failures', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    const step = fc.oneof(
      fc.record({ do: fc.constant('open' as const), id: fc.constantFrom(...ids) }),
      fc.record({ do: fc.constant('progress' as const), id: fc.constantFrom(...ids), bytes: fc.nat(1000) }),
      fc.record({ do: fc.constant('close' as const), id: fc.constantFrom(...ids), bytes: fc.nat(1000) }),
      fc.record({ do: fc.constant('refuse' as const), id: fc.constantFrom(...ids) }),
      fc.record({
        do: fc.constant('flush' as const),
        weather: fc.array(fc.constantFrom('fine', 'away', 'answer lost'), { minLength: 1, maxLength: 4 }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        await db.pool.query('truncate sessions, refusals')
        let forecast: string[] = []
        const weather: Weather = (name) => {
          const next = (forecast.shift() ?? 'fine') as 'fine' | 'away' | 'answer lost'
          // A count is the only write that may be repeated when its answer is lost.
          return name === 'refusals-add' && next === 'answer lost' ? 'away' : next
        }
        const recorder = new SessionRecorder(under(weather), NODE, () => {})
        const model = new Map<string, { bytes: number; reason: EndReason | null }>()
        const counts = new Map<string, number>()
        for (const told of steps) {
          if (told.do === 'flush') {
            forecast = [...told.weather]
            await recorder.flush()
            forecast = []
          } else if (told.do === 'refuse') {
            recorder.refused(attempt(told.id, counts.size))
            counts.set(told.id, (counts.get(told.id) ?? 0) + 1)
          } else {
            const known = model.get(told.id)
            if (told.do === 'open' && !known) {
              recorder.opened(started(told.id))
              model.set(told.id, { bytes: 0, reason: null })
            } else if (told.do === 'progress' && known?.reason === null) {
              recorder.progressed(progress(told.id, told.bytes))
              known.bytes = told.bytes
            } else if (told.do === 'close' && known?.reason === null) {
              recorder.closed(progress(told.id, told.bytes), at(1), 'client_left', 1)
              model.set(told.id, { bytes: told.bytes, reason: 'client_left' })
            }
          }
        }
        await recorder.stop()
        const expected = [...model].map(([id, rest]) => ({ id, ...rest })).sort((a, b) => (a.id < b.id ? -1 : 1))
        expect(await sessions()).toEqual(expected)
        const written = new Map((await refusals()).map(({ username, times }) => [username, times]))
        expect(written).toEqual(counts)
      }),
      { numRuns: 60 },
    )
  })
})
