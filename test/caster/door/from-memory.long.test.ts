import { writeGga } from '@vertice/ntrip'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { changeGroup, createGroup } from '../../../src/actions/stations/groups.ts'
import { explainAccess } from '../../../src/reads/explain-access.ts'
import { openLog } from '../../../src/start/log.ts'
import { startCasterRole } from '../../../src/start/roles/caster.ts'
import { CurrentReader } from '../../../src/store/current/current.ts'
import { openDatabase } from '../../../src/store/kit/database.ts'
import { byTest } from '../../support/action-context.ts'
import { CASTER_SETTINGS, type Login, Peer, rev1Request, TestCaster } from '../../support/caster.ts'
import { STATIONS } from '../../support/service.ts'
import { TcpProxy } from '../../support/tcp-proxy.ts'
import { ask, changeCredential, flowingBase, hearsMore, pause, secondsFromNow, statusOf } from '../helpers.ts'

const { cdmx, toluca } = STATIONS
let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start()
  await caster.service.saveStations(cdmx, toluca)
})
afterAll(() => caster.stop())

/** A caster whose database can be disconnected and reconnected, with a base that sends. */
async function casterBehindALine(remembersMs: number) {
  const { options } = caster.service.db.pool
  let proxy = await TcpProxy.before(options)
  const { port: databasePort } = proxy
  const db = openDatabase({ ...options, host: '127.0.0.1', port: databasePort }, 5)
  const reader = new CurrentReader(db, { casterHost: 'h', casterPort: 2101 })
  const said: string[] = []
  const role = await startCasterRole(
    {
      ...{ db, keys: caster.service.services.keys, clock: () => new Date() },
      current: () => reader.current(),
      log: openLog('warn', { write: (line) => said.push(line) }),
      metrics: { watchCaster() {} },
    },
    CASTER_SETTINGS,
    { remembersMs, settingsMs: 100 },
  )
  onTestFinished(async () => {
    base.stop()
    await role.stop()
    await db.close()
    await proxy.stop()
  })
  const base = await flowingBase(caster, cdmx, role)
  const { port } = role.caster.address
  return {
    role,
    port,
    said,
    take: () => proxy.stop(),
    async giveBack() {
      proxy = await TcpProxy.before(options, databasePort)
    },
    async visit(login: Login, mountpoint = cdmx.mountpoint) {
      const rover = await caster.rover(login, mountpoint, port)
      rover.leave()
      await vi.waitUntil(() => role.caster.sessions.countOf(login.id) === 0)
    },
    /** The status of the reply; 200 means admitted. */
    async status({ username, password }: Omit<Login, 'id'>, mountpoint = cdmx.mountpoint) {
      const peer = await Peer.open(port, rev1Request(mountpoint, username, password))
      await vi.waitUntil(() => peer.received.length > 0, { interval: 5, timeout: 90_000 })
      peer.leave()
      return peer.text.startsWith('ICY 200 OK') ? 200 : statusOf(peer.text)
    },
  }
}

const issue = (body: Record<string, unknown> = {}) => caster.issue({ station_codigo: 'CDMX', ...body })
const MINUTE = 60_000

describe('while the database is unavailable', () => {
  it('admits a rover that was connected recently, and its record shows it afterwards', async () => {
    const { role, port, take, giveBack, visit, said } = await casterBehindALine(MINUTE)
    const login = await issue()
    await visit(login)
    await take()
    const rover = await caster.rover(login, cdmx.mountpoint, port)
    await hearsMore(rover)
    expect(await ask(port, 'GET / HTTP/1.0\r\nUser-Agent: NTRIP x\r\n\r\n')).toContain(`STR;${cdmx.mountpoint};`)
    expect(said.filter((line) => line.includes('from the cache'))).toHaveLength(1)

    await giveBack()
    const { db, services } = caster.service
    const why = async () =>
      explainAccess({ db, book: (await services.current()).book, now: new Date() }, login.username)
    await expect
      .poll(why, { timeout: 90_000 })
      .toMatchObject([{ kind: 'in_force' }, { kind: 'connected' }, { kind: 'noted', note: { code: 'from_memory' } }])
    expect(rover.closedAt).toBeNull()
    expect(role.caster.sessions.countOf(login.id)).toBe(1)
  })

  it('admits such a rover on the network mountpoint too', async () => {
    const { port, take, visit } = await casterBehindALine(MINUTE)
    const login = await caster.issue()
    await visit(login, 'RED')
    await take()
    const rover = await caster.rover(login, 'RED', port)
    rover.close()
  })

  it('admits a group credential to the group’s last known stations only', async () => {
    const context = byTest(caster.service.services)
    await createGroup(context, { name: 'Valle', members: ['CDMX'] })
    const { port, role, take, giveBack, visit, status } = await casterBehindALine(MINUTE)
    await flowingBase(caster, toluca, role)
    const login = await caster.issue({ grupo: 'Valle' })
    await visit(login)
    await take()
    const rover = await caster.rover(login, cdmx.mountpoint, port)
    await hearsMore(rover)
    expect(await status(login, toluca.mountpoint)).toBe(503)
    expect(await status(login, 'RED')).toBe(200)
    await changeGroup(context, { name: 'Valle' }, { members: ['TOLU'] })
    await giveBack()
    await rover.closed // its station left the group during the outage
    await expect.poll(() => status(login, toluca.mountpoint), { timeout: 90_000 }).toBe(200)
    expect(await status(login)).toBe(401)
  })

  it('enforces geofences on the network mountpoint and on a base', async () => {
    const { port, take, visit } = await casterBehindALine(MINUTE)
    const circle = { tipo: 'circulo', lat: cdmx.lat, lng: cdmx.lng, radio_km: 5 }
    const onNetwork = await caster.issue({ geocerca: circle })
    const onBase = await issue({ geocerca: { ...circle, en_base: 'cortar' } })
    await visit(onNetwork, 'RED')
    await visit(onBase)
    await take()
    const tell = (peer: Peer, north: number) =>
      peer.write(`${writeGga({ lat: cdmx.lat + north, lng: cdmx.lng, quality: 4 }, new Date())}\r\n`)
    const network = await caster.rover(onNetwork, 'RED', port)
    tell(network, 0.1)
    await pause(500) // the base sends every 40 ms
    expect(network.received).toHaveLength(0)
    tell(network, 0.01)
    await hearsMore(network)
    const base = await caster.rover(onBase, cdmx.mountpoint, port)
    await hearsMore(base) // it has sent no position yet
    tell(base, 0.1)
    await base.closed
    const again = await caster.rover(onBase, cdmx.mountpoint, port)
    await pause(500)
    expect(again.received).toHaveLength(0)
    tell(again, 0.01)
    await hearsMore(again)
    for (const peer of [network, again]) peer.close()
  })

  it('rejects unknown, expired and revoked credentials, wrong passwords and other mountpoints', async () => {
    const { role, take, visit, status } = await casterBehindALine(MINUTE)
    const [known, stranger, ends, revoked] = [await issue(), await issue(), await issue(), await issue()]
    const endsAt = secondsFromNow(1)
    await visit(known)
    await changeCredential(caster, ends.id, { expires_at: endsAt })
    await visit(ends)
    await visit(revoked)
    await caster.client.delete(`/credentials/${revoked.id}`)
    await vi.waitUntil(() => role.caster.sessions.wasJustRevoked(revoked.id))
    await take()
    await vi.waitUntil(() => new Date() > endsAt)
    expect(await status(known)).toBe(200)
    expect(await status(stranger)).toBe(503)
    expect(await status({ ...known, password: `${known.password}x` })).toBe(503)
    expect(await status(ends)).toBe(503)
    expect(await status(revoked)).toBe(503)
    expect(await status({ username: 'nobody-at-all', password: 'x' })).toBe(503)
    expect(await status(known, 'RED')).toBe(503)
    expect(await status(known)).toBe(200)
  })

  it('rejects a credential that was suspended or got a new password before, and admits a renewed one', async () => {
    const { role, take, visit, status } = await casterBehindALine(MINUTE)
    const [suspended, changed, renewed] = [await issue(), await issue(), await issue()]
    for (const login of [suspended, changed]) await visit(login)
    const endsAt = secondsFromNow(2)
    await changeCredential(caster, renewed.id, { expires_at: endsAt })
    await visit(renewed)
    const stays = await caster.rover(renewed, cdmx.mountpoint, role.caster.address.port)
    await caster.client.post(`/credentials/${suspended.id}/suspender`)
    await caster.client.post(`/credentials/${changed.id}/password`)
    await caster.client.post(`/credentials/${renewed.id}/renovar`, { segundos: 3600 })
    const isLearned = () => role.caster.sessions.known().some(({ expiresAt }) => expiresAt > endsAt.getTime())
    await vi.waitUntil(isLearned) // notifications arrive in commit order
    await take()
    await vi.waitUntil(() => new Date() > endsAt, { timeout: 90_000 })
    expect([await status(suspended), await status(changed), await status(renewed)]).toEqual([503, 503, 200])
    stays.close()
  })

  it('ends a session whose credential was suspended meanwhile when the database is back', async () => {
    const { port, take, giveBack, visit } = await casterBehindALine(MINUTE)
    const login = await issue()
    await visit(login)
    await take()
    const rover = await caster.rover(login, cdmx.mountpoint, port)
    await caster.client.post(`/credentials/${login.id}/suspender`)
    await giveBack()
    await rover.all()
  })

  it('rejects password guesses at a remembered credential and still admits its own password', async () => {
    const { take, visit, status } = await casterBehindALine(MINUTE)
    const login = await issue()
    await visit(login)
    await take()
    const statuses = await Promise.all(
      Array.from({ length: 90 }, (_, count) => status({ ...login, password: `guess ${count}` })),
    )
    expect(new Set(statuses)).toEqual(new Set([503]))
    expect(await status(login)).toBe(200)
  })

  it('rejects remembered rovers after the configured time, until the database is back', async () => {
    const { take, giveBack, visit, status } = await casterBehindALine(700)
    const login = await issue()
    await visit(login)
    await take()
    await expect.poll(() => status(login), { timeout: 90_000 }).toBe(503)
    await giveBack()
    await expect.poll(() => status(login), { timeout: 90_000 }).toBe(200)
  })

  it('rejects all rovers if the operator disabled the memory, and still serves the sourcetable', async () => {
    const { port, take, visit, status } = await casterBehindALine(0)
    const login = await issue()
    await visit(login)
    await take()
    expect(await status(login)).toBe(503)
    expect(await ask(port, 'GET / HTTP/1.0\r\nUser-Agent: NTRIP x\r\n\r\n')).toContain(`STR;${cdmx.mountpoint};`)
  })

  it('ends a session whose credential was revoked meanwhile when the database is back', async () => {
    const { port, take, giveBack, visit } = await casterBehindALine(MINUTE)
    const login = await issue()
    await visit(login)
    await take()
    const rover = await caster.rover(login, cdmx.mountpoint, port)
    await caster.client.delete(`/credentials/${login.id}`)
    await giveBack()
    await rover.all()
  })

  it('remembers a revocation that it learned from a rejection through the next outage', async () => {
    const { take, giveBack, visit, status } = await casterBehindALine(MINUTE)
    const login = await issue()
    await visit(login)
    await take()
    await caster.client.delete(`/credentials/${login.id}`)
    await giveBack()
    await expect.poll(() => status(login), { timeout: 90_000 }).toBe(401)
    await take()
    expect(await status(login)).toBe(503)
  })
})
