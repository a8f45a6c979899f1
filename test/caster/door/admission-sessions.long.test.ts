import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueCredentials } from '../../../src/actions/credentials/issue.ts'
import type { WhenFull } from '../../../src/domain/sessions/limit.ts'
import type { CasterRole } from '../../../src/start/roles/caster.ts'
import { findOrCreateOwner } from '../../../src/store/people/owners.ts'
import { kickSession } from '../../../src/store/sessions/rows.ts'
import { byTest } from '../../support/action-context.ts'
import { type Login, Peer, rev1Request, TestCaster } from '../../support/caster.ts'
import { measuresTime, onThisMachine } from '../../support/loop-watch.ts'
import { STATIONS } from '../../support/service.ts'
import {
  askRev1,
  changeCredential,
  flowingBase,
  hearsMore,
  pause,
  refusalsOf,
  secondsFromNow,
  statusOf,
} from '../helpers.ts'

const { cdmx } = STATIONS
let caster: TestCaster
let another: CasterRole

beforeAll(async () => {
  caster = await TestCaster.start()
  another = await caster.addNode()
  await caster.service.saveStations(cdmx)
  await flowingBase(caster, cdmx)
  await flowingBase(caster, cdmx, another)
})
afterAll(() => caster.stop())

const issue = () => caster.issue({ station_codigo: 'CDMX' })
const open = (login: Login, role = caster.role) => caster.rover(login, cdmx.mountpoint, role.caster.address.port)

async function issueFor(maxSessions: number, whenFull: WhenFull): Promise<Login> {
  const { db, services } = caster.service
  const { book } = await services.current()
  const request = { validitySeconds: 3600, stationCode: 'CDMX', maxSessions, whenFull }
  const { id: ownerId } = await findOrCreateOwner(db, 'Operator')
  const [issued] = await issueCredentials(byTest({ db, keys: services.keys, book }), 'all', ownerId, [request as never])
  const { credential, secrets } = issued!
  return { id: credential.id, username: credential.username, password: secrets.password }
}

const recorded = async ({ id }: Login): Promise<{ id: string; end_reason: string | null; node: string }[]> => {
  const select = 'select id, end_reason, node from sessions where credential_id = $1 order by started_at, id'
  return (await caster.service.db.pool.query(select, [id])).rows
}
const reasons = async (login: Login) => (await recorded(login)).map(({ end_reason }) => end_reason)
const openOf = (rovers: Peer[]) => rovers.map(({ closedAt }) => closedAt === null)

describe('the session limit of a credential', () => {
  it('is one by default, and the newest session replaces the old one', async () => {
    const login = await issue()
    const [first, second, third] = [await open(login), await open(login), await open(login)]
    await Promise.all([first.closed, second.closed])
    await third.until('.')
    expect(third.closedAt).toBeNull()
    await expect.poll(() => reasons(login)).toEqual(['replaced', 'replaced', null])
    third.leave()
    await expect.poll(() => reasons(login)).toEqual(['replaced', 'replaced', 'client_left'])
  })

  it('ends only the oldest of three sessions when the credential replaces sessions', async () => {
    const login = await issueFor(3, 'replace')
    const rovers: Peer[] = []
    for (let count = 0; count < 5; count++) rovers.push(await open(login))
    await Promise.all([rovers[0]!.closed, rovers[1]!.closed])
    await expect.poll(() => reasons(login)).toEqual(['replaced', 'replaced', null, null, null])
    for (const rover of rovers.slice(2)) await hearsMore(rover)
    expect(openOf(rovers)).toEqual([false, false, true, true, true])
    expect(caster.role.caster.sessions.countOf(login.id)).toBe(3)
    // A rover that leaves frees its session, so the next one replaces no other.
    rovers[3]!.leave()
    await expect.poll(() => caster.role.caster.sessions.countOf(login.id)).toBe(2)
    const next = await open(login)
    await expect.poll(() => reasons(login)).toEqual(['replaced', 'replaced', null, 'client_left', null, null])
    for (const rover of [rovers[2]!, rovers[4]!, next]) await hearsMore(rover)
    expect(openOf([rovers[2]!, rovers[4]!, next])).toEqual([true, true, true])
    for (const rover of [...rovers, next]) rover.close()
  })

  it('rejects the third of two sessions with 409 and keeps the others when the credential refuses', async () => {
    const login = await issueFor(2, 'refuse')
    const rovers = [await open(login), await open(login)]
    const answer = await askRev1(caster.port, cdmx.mountpoint, login)
    expect(answer).toMatch(/^HTTP\/1\.0 409 Conflict\r\n/)
    expect(answer).toContain('already in use')
    expect(openOf(rovers)).toEqual([true, true])
    await expect
      .poll(() => refusalsOf(caster, login.username))
      .toMatchObject([{ reason: 'too_many_sessions', credential_id: login.id }])
    rovers[0]!.close()
    await expect.poll(() => caster.role.caster.sessions.countOf(login.id)).toBe(1)
    rovers.push(await open(login))
    for (const rover of rovers) rover.close()
  })

  it('counts the sessions on other casters', async () => {
    const login = await issueFor(2, 'refuse')
    const rovers = [await open(login), await open(login, another)]
    await expect.poll(() => recorded(login)).toHaveLength(2)
    for (const role of [caster.role, another])
      expect(statusOf(await askRev1(role.caster.address.port, cdmx.mountpoint, login))).toBe(409)
    await expect.poll(async () => (await refusalsOf(caster, login.username))[0]?.times).toBe(2)
    for (const rover of rovers) await hearsMore(rover)
    expect(openOf(rovers)).toEqual([true, true])
    for (const rover of rovers) rover.close()
  })

  it('admits exactly the allowed number of rovers that connect at the same moment', async () => {
    const refusing = await issueFor(3, 'refuse')
    const request = rev1Request(cdmx.mountpoint, refusing.username, refusing.password)
    const peers = await Promise.all(Array.from({ length: 9 }, () => Peer.open(caster.port, request)))
    await expect.poll(() => peers.every(({ text }) => text.includes('\r\n\r\n'))).toBe(true)
    expect(peers.filter(({ text }) => text.startsWith('ICY 200 OK'))).toHaveLength(3)
    expect(peers.filter(({ text }) => text.startsWith('HTTP/1.0 409'))).toHaveLength(6)
    for (const peer of peers) peer.close()
  })
})

describe('an operator', () => {
  it('kicks one session of a credential, and the others continue', measuresTime(), async () => {
    const login = await issueFor(2, 'replace')
    const rovers = [await open(login), await open(login)]
    await expect.poll(() => recorded(login)).toHaveLength(2)
    const [first] = await recorded(login)
    expect(await kickSession(caster.service.db, first!.id)).toBe(true)
    const told = performance.now()
    await rovers[0]!.closed
    expect(rovers[0]!.closedAt! - told).toBeLessThan(onThisMachine(1_000))
    await expect.poll(() => reasons(login)).toEqual(['kicked', null])
    expect(rovers[1]!.closedAt).toBeNull()
    expect(await kickSession(caster.service.db, first!.id)).toBe(false)
    expect(await kickSession(caster.service.db, 'nothing')).toBe(false)
    rovers[1]!.close()
  })
})

describe('a revocation', () => {
  it('ends all sessions of the credential on every caster within a second', measuresTime(), async () => {
    const login = await issueFor(4, 'replace')
    const rovers = [await open(login), await open(login), await open(login, another), await open(login, another)]
    expect((await caster.client.delete(`/credentials/${login.id}`)).status).toBe(200)
    const answered = performance.now()
    await Promise.all(rovers.map(({ closed }) => closed))
    const latest = Math.max(...rovers.map(({ closedAt }) => closedAt!))
    expect(latest - answered).toBeLessThan(onThisMachine(1_000))
    await expect.poll(() => reasons(login)).toEqual(Array(4).fill('revoked'))
  })

  it('wins the race with concurrent admissions 150 times', measuresTime(), async () => {
    const late: number[] = []
    const race = async (seed: number) => {
      const login = await issueFor(5, 'replace')
      const asked = new Map<Peer, number>()
      const attempts = [0, 1, 2].map(async (attempt) => {
        await pause((seed * 7 + attempt * 3) % 9)
        const role = (seed + attempt) % 2 === 0 ? caster.role : another
        const request = rev1Request(cdmx.mountpoint, login.username, login.password)
        asked.set(await Peer.open(role.caster.address.port, request), performance.now())
      })
      await pause((seed * 5) % 11)
      const { status } = await caster.client.delete(`/credentials/${login.id}`)
      const answered = performance.now()
      expect(status).toBe(200)
      for (const role of [caster.role, another])
        expect(await askRev1(role.caster.address.port, cdmx.mountpoint, login)).toContain('was revoked')
      await Promise.all(attempts)
      await Promise.all([...asked.keys()].map(({ closed }) => closed))
      for (const [{ closedAt }, at] of asked) late.push(closedAt! - Math.max(at, answered))
      for (const role of [caster.role, another]) expect(role.caster.sessions.countOf(login.id)).toBe(0)
    }
    for (let round = 0; round < 10; round++)
      await Promise.all(Array.from({ length: 15 }, (_, index) => race(round * 15 + index)))
    expect(late).toHaveLength(450)
    expect(Math.max(...late)).toBeLessThan(onThisMachine(1_000))
  })

  it('takes effect even if its notification was lost', measuresTime(), async () => {
    const login = await issue()
    const rover = await open(login)
    const { db } = caster.service
    // No caster listens now; the listeners reconnect within a second.
    const { rows } = await db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vertice lifeline' and datname = current_database()`,
    )
    expect(rows).toHaveLength(1)
    await caster.client.delete(`/credentials/${login.id}`)
    const answered = performance.now()
    await rover.closed
    expect(rover.closedAt! - answered).toBeLessThan(onThisMachine(2_500))
    await expect.poll(() => reasons(login)).toEqual(['revoked'])
  })
})

describe('an expiry', () => {
  it('ends sessions within a second after the expiry, and not before', measuresTime(), async () => {
    const logins = await Promise.all(Array.from({ length: 30 }, issue))
    const ends = await Promise.all(
      logins.map(async (login, index) => {
        const expiresAt = secondsFromNow(3 + (index % 10) * 0.09) // long enough to connect
        await changeCredential(caster, login.id, { starts_at: secondsFromNow(-60), expires_at: expiresAt })
        return { login, expiresAt, rover: await open(login, index % 2 === 0 ? caster.role : another) }
      }),
    )
    await Promise.all(ends.map(({ rover }) => rover.closed))
    const late = ends.map(({ rover, expiresAt }) => performance.timeOrigin + rover.closedAt! - expiresAt.getTime())
    expect(Math.min(...late)).toBeGreaterThanOrEqual(-5) // tolerance between two clocks
    expect(Math.max(...late)).toBeLessThan(onThisMachine(1_000))
    for (const { login } of ends.slice(0, 2)) {
      await expect.poll(() => reasons(login)).toEqual(['expired'])
      expect(await askRev1(caster.port, cdmx.mountpoint, login)).toContain('has expired')
    }
  })
})
