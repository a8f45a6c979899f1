// How soon a session ends after its credential: measured over many sessions, each within a second.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CasterRole } from '../../../src/start/roles/caster.ts'
import { type Login, Peer, rev1Request, TestCaster } from '../../support/caster.ts'
import { measuresTime, onThisMachine } from '../../support/loop-watch.ts'
import { until } from '../../support/process.ts'
import { STATIONS } from '../../support/service.ts'
import { flowingBase, letInFrom } from '../helpers.ts'

const SESSIONS = 200
const LIMIT_MS = 1_000
const { cdmx } = STATIONS

let caster: TestCaster
let other: CasterRole
let ports: number[]

beforeAll(async () => {
  caster = await TestCaster.start()
  await caster.service.saveStations(cdmx)
  other = await caster.addNode()
  ports = [caster.port, other.caster.address.port]
  await flowingBase(caster, cdmx)
  await flowingBase(caster, cdmx, other)
})
afterAll(() => caster.stop())

const issueMany = async (count: number): Promise<Login[]> => {
  const credentials = Array.from({ length: count }, () => ({ segundos: 3600, station_codigo: 'CDMX' }))
  const { body, status } = await caster.client.post('/credentials/batch', { credentials })
  expect(status).toBe(201)
  return body.credentials.map(({ id, usuario, password }: { id: number; usuario: string; password: string }) => ({
    id,
    username: usuario,
    password,
  }))
}

/** Connects half of them to each caster. */
const connect = (logins: readonly Login[]): Promise<Peer[]> =>
  Promise.all(logins.map((login, index) => caster.rover(login, cdmx.mountpoint, ports[index % 2])))

function report(what: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b)
  const [median, most] = [sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!]
  console.log(
    `${what}: ${times.length} sessions on 2 casters, median ${median.toFixed(0)} ms, maximum ${most.toFixed(0)} ms`,
  )
}

describe('a live session', () => {
  it('ends within a second of the response to DELETE', measuresTime(), async () => {
    const logins = await issueMany(SESSIONS)
    const peers = await connect(logins)
    const answered = new Map<Peer, number>()
    await Promise.all(
      peers.map(async (peer, index) => {
        await sleep(index * 5) // spread over a second in which others are revoked too
        const { status } = await caster.client.delete(`/credentials/${logins[index]!.id}`)
        answered.set(peer, performance.now())
        expect(status).toBe(200)
      }),
    )
    await Promise.all(peers.map((peer) => peer.all()))
    // A socket may be closed before the response arrives.
    const times = peers.map((peer) => Math.max(0, peer.closedAt! - answered.get(peer)!))
    report('from the answer to DELETE to the closed socket', times)
    expect(Math.max(...times)).toBeLessThan(onThisMachine(LIMIT_MS))
  })

  it('ends within a second of the response when all are revoked at once', measuresTime(), async () => {
    const logins = await issueMany(SESSIONS)
    const peers = await connect(logins)
    const times = await Promise.all(
      peers.map(async (peer, index) => {
        await caster.client.delete(`/credentials/${logins[index]!.id}`)
        const answered = performance.now()
        await peer.all()
        return Math.max(0, peer.closedAt! - answered)
      }),
    )
    report('the same, all at once', times)
    expect(Math.max(...times)).toBeLessThan(onThisMachine(LIMIT_MS))
  })

  it('ends within a second of expira_at, and not before', measuresTime(), async () => {
    const logins = await issueMany(SESSIONS)
    // The API's minimum is an hour. These expire one by one from five seconds on, which leaves time to connect.
    const { rows } = await caster.service.db.pool.query<{ id: string; at: Date }>(
      `update credentials set expires_at = now() + interval '5 seconds' + (id % 200) * interval '7 milliseconds'
       where id = any ($1) returning id, expires_at as at`,
      [logins.map(({ id }) => id)],
    )
    const expiry = new Map(rows.map(({ id, at }) => [Number(id), at.getTime()]))
    const peers = await connect(logins)
    expect(Date.now()).toBeLessThan(Math.min(...expiry.values()))
    await Promise.all(peers.map((peer) => peer.all(60_000)))
    const times = peers.map((peer, index) => performance.timeOrigin + peer.closedAt! - expiry.get(logins[index]!.id)!)
    report('from expira_at to the closed socket', times)
    expect(Math.max(...times)).toBeLessThan(onThisMachine(LIMIT_MS))
    expect(Math.min(...times)).toBeGreaterThan(-5) // two clocks, read at slightly different times
  })
})

describe('a scheduled credential', () => {
  async function answer({ username, password }: Login): Promise<string> {
    const peer = await Peer.open(caster.port, rev1Request(cdmx.mountpoint, username, password))
    await until(() => peer.received.length > 0)
    peer.close()
    return peer.text
  }

  it('is rejected with the reason before its start, and accepted from that second on', async () => {
    const [login] = (await issueMany(1)) as [Login]
    const start = new Date(Math.ceil(Date.now() / 1000 + 2) * 1000)
    await caster.service.db.pool.query('update credentials set starts_at = $2 where id = $1', [login.id, start])
    const refusals = await letInFrom(start, caster.port, cdmx.mountpoint, login)
    expect(refusals.length).toBeGreaterThan(1)
    for (const refusal of refusals) {
      expect(refusal).toContain('HTTP/1.0 401 Unauthorized\r\n')
      expect(refusal).toContain('This credential is not active yet.')
    }
    await until(async () => {
      const counted = 'select reason, times from refusals where username = $1'
      const { rows } = await caster.service.db.pool.query(counted, [login.username])
      return rows.length === 1 && rows[0].reason === 'not_started' && rows[0].times === refusals.length
    })
  })

  it('is accepted in the second of the 201, and rejected after the 200 of the DELETE', async () => {
    for (let round = 0; round < 10; round++) {
      const login = await caster.issue({ station_codigo: 'CDMX' })
      expect(await answer(login)).toMatch(/^ICY 200 OK/)
      await caster.client.delete(`/credentials/${login.id}`)
      expect(await answer(login)).toMatch(/^HTTP\/1\.0 401/)
    }
  })
})
