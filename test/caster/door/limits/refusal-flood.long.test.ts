import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RefusedAttempt } from '../../../../src/domain/sessions/session.ts'
import { SessionRecorder } from '../../../../src/recording/sessions.ts'
import type { DatabasePool } from '../../../../src/store/kit/database.ts'
import { listSessionsOf } from '../../../../src/store/sessions/rows.ts'
import { TestCaster } from '../../../support/caster.ts'
import { keepNode } from '../../../support/rows.ts'
import { makeDatabase, STATIONS } from '../../../support/service.ts'
import { ask, askRev1, flowingBase, refusalsOf } from '../../helpers.ts'

const REQUESTS = 30_000

const rowsIn = async (db: DatabasePool): Promise<number> =>
  (await db.pool.query('select count(*)::int as count from refusals')).rows[0].count

describe('the recorder', () => {
  let db: DatabasePool
  let drop: () => Promise<void>
  let recorder: SessionRecorder

  beforeAll(async () => {
    ;({ db, drop } = await makeDatabase())
    await keepNode(db, 'node')
  })
  afterEach(async () => {
    await recorder.stop()
    await db.pool.query('truncate sessions, refusals')
  })
  afterAll(() => drop())

  const attempt = (more: Partial<RefusedAttempt>): RefusedAttempt => ({
    at: new Date(),
    reason: 'unknown_mountpoint',
    username: '',
    credentialId: null,
    mountpoint: 'M',
    address: '203.0.113.7',
    agent: '',
    ...more,
  })

  /** Reports the attempts, with a session now and then; returns the longest time to write a session, in ms. */
  async function slowestSessionBeside(attemptNumber: (number: number) => RefusedAttempt): Promise<number> {
    recorder = new SessionRecorder(db, { id: 'node', renew: async () => {} }, () => {})
    const times: number[] = []
    for (let number = 0; number < REQUESTS; number++) {
      recorder.refused(attemptNumber(number))
      if (number % (REQUESTS / 6) !== 0) continue
      const id = `s${number}`
      recorder.opened({
        id,
        credentialId: number,
        username: id,
        mountpoint: 'M',
        startedAt: new Date(),
        address: '',
        agent: '',
      })
      const since = performance.now()
      const isWritten = async () => (await db.pool.query('select from sessions where id = $1', [id])).rowCount === 1
      await expect.poll(isWritten, { interval: 10, timeout: 90_000 }).toBe(true)
      times.push(performance.now() - since)
    }
    return Math.max(...times)
  }

  it.each([
    ['of one address, mountpoints that do not exist', 60, (number: number) => attempt({ mountpoint: `M${number}` })],
    [
      'of one address, users that do not exist',
      60,
      (number: number) => attempt({ reason: 'unknown_user', username: `u${number}` }),
    ],
    [
      'of many addresses',
      5_000,
      (number: number) =>
        attempt({ mountpoint: `M${number}`, address: `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` }),
    ],
    [
      'of many addresses, with one user that exists',
      5_000,
      (number: number) =>
        attempt({
          reason: 'bad_password',
          username: 'k7mq2wxy9p',
          credentialId: 1,
          address: `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
        }),
    ],
  ])(
    'writes 30,000 %s as at most %i rows, and sessions beside them without delay',
    async (_, most, make) => {
      expect(await slowestSessionBeside(make)).toBeLessThan(5_000)
      await recorder.flush()
      expect(await rowsIn(db)).toBeLessThanOrEqual(most)
      const { rows } = await db.pool.query('select sum(times)::int as times from refusals')
      expect(rows).toEqual([{ times: REQUESTS }])
    },
    60_000,
  )
})

describe('a real caster', () => {
  let caster: TestCaster

  beforeAll(async () => {
    caster = await TestCaster.start()
    await caster.service.saveStations(STATIONS.cdmx)
    await flowingBase(caster, STATIONS.cdmx)
  })
  afterAll(() => caster.stop())

  it('answers 1,000 strangers, stores a few rows for them, and records a rover without delay', async () => {
    let asked = 0
    const stranger = async () => {
      while (asked < 1_000) await ask(caster.port, `GET /NOWHERE${asked++} HTTP/1.1\r\nUser-Agent: curl\r\n\r\n`)
    }
    const strangers = Promise.all(Array.from({ length: 20 }, stranger))
    const login = await caster.issue({ station_codigo: 'CDMX' })
    const rover = await caster.rover(login, STATIONS.cdmx.mountpoint)
    await expect.poll(() => listSessionsOf(caster.service.db, login.id, 1), { timeout: 5_000 }).toHaveLength(1)
    await strangers
    const times = async () => (await refusalsOf(caster, '')).reduce((sum, row) => sum + row.times, 0)
    await expect.poll(times, { timeout: 5_000 }).toBe(1_000)
    const lines = await refusalsOf(caster, '')
    expect(lines.length).toBeLessThanOrEqual(31)
    expect(lines.at(-1)).toMatchObject({ mountpoint: '', reason: 'unknown_mountpoint', address: '127.0.0.1' })
    rover.close()
  })

  it('still records a mistyped user name under that name', async () => {
    const login = await caster.issue({ station_codigo: 'CDMX' })
    await askRev1(caster.port, STATIONS.cdmx.mountpoint, { username: login.username, password: 'typo' })
    await expect.poll(() => refusalsOf(caster, login.username)).toMatchObject([{ reason: 'bad_password', times: 1 }])
  })
})
