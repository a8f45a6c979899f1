import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeGga } from '@vertice/ntrip'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { epochFrame, framesIn, stationFrames } from '../../../packages/rtcm/test/support/epochs.ts'
import { pushSecret, setPull } from '../../../src/actions/stations/source.ts'
import { explainAccess } from '../../../src/reads/explain-access.ts'
import type { CasterRole } from '../../../src/start/roles/caster.ts'
import { loadBook } from '../../../src/store/current/current.ts'
import { listSessionsOf } from '../../../src/store/sessions/rows.ts'
import { byTest } from '../../support/action-context.ts'
import { type Login, Peer, TestCaster } from '../../support/caster.ts'
import { NatsServers } from '../../support/nats-servers.ts'
import { lacks } from '../../support/needs.ts'
import { keepWitness, stationIdOf } from '../../support/rows.ts'
import { STATIONS } from '../../support/service.ts'
import { ask, askRev1, hearsMore, isLive, refusalsOf } from '../helpers.ts'
import { epochOf, heardBy, observingBase } from '../observing-base.ts'

const { cdmx, toluca, cuernavaca } = STATIONS
const WAIT = { interval: 20, timeout: 90_000 }
const GRACE_MS = 3_000

describe.skipIf(lacks('casters whose bus goes away', 'nats-server'))('casters on a bus', { timeout: 300_000 }, () => {
  let nats: NatsServers
  let caster: TestCaster
  let here: CasterRole
  let there: CasterRole

  beforeAll(async () => {
    nats = await NatsServers.start(1)
    const more = { natsUrl: nats.url }
    const patience = { settingsMs: 200, graceMs: GRACE_MS, firstBytesMs: 500 }
    caster = await TestCaster.start(patience, more)
    await keepWitness(caster.service.db)
    await caster.service.saveStations(cdmx, toluca, cuernavaca)
    here = caster.role
    there = await caster.addNode(patience, more)
  })
  afterAll(async () => {
    await caster.stop()
    await nats.stop()
  })

  beforeEach(async () => {
    if (!nats.servers[0]!.isUp) await nats.servers[0]!.start()
    await vi.waitUntil(() => [here, there].every((role) => role.caster.counts().sharing!.isUp), WAIT)
  })

  const portOf = (role: CasterRole) => role.caster.address.port
  const table = (role: CasterRole) => ask(portOf(role), 'GET / HTTP/1.0\r\n\r\n')
  const isKnown = (role: CasterRole, { mountpoint }: typeof cdmx) =>
    vi.waitUntil(async () => (await table(role)).includes(`STR;${mountpoint};`), WAIT)
  const issue = ({ code }: typeof cdmx) => caster.issue({ station_codigo: code })
  const rover = (login: Login, { mountpoint }: typeof cdmx, at: CasterRole) =>
    caster.rover(login, mountpoint, portOf(at))

  async function notesOf({ id }: Login): Promise<string[]> {
    const [session] = await listSessionsOf(caster.service.db, id, 1)
    return (session?.notes ?? []).map(({ code }) => code)
  }

  async function why({ username }: Login) {
    const { db } = caster.service
    const book = await loadBook(db, { casterHost: 'h', casterPort: 2101 })
    return explainAccess({ db, book, now: new Date() }, username)
  }

  /** Makes a node look dead for a minute; its next heartbeat, within two seconds, revives it. */
  const takeForDead = (stationId: number) =>
    caster.service.db.pool.query(
      `update nodes set seen_at = now() - interval '1 minute' where id = (select node from station_leases where station_id = $1)`,
      [stationId],
    )

  /** A base that another node accepts although the first is connected, because the first one's node counts as dead. */
  async function outbid({ code, mountpoint }: typeof cdmx, at: CasterRole): Promise<Peer> {
    const id = await stationIdOf(caster.service, code)
    const secret = await caster.secretOf(code)
    for (;;) {
      await takeForDead(id)

      const peer = await Peer.open(portOf(at), `SOURCE ${secret} /${mountpoint}\r\n\r\n`)
      await vi.waitUntil(() => peer.received.length > 0, WAIT)
      if (peer.text.startsWith('ICY 200 OK')) return peer
      peer.close()
    }
  }

  it('keep serving local rovers during a bus outage, and remote rovers stay and see the reason', async () => {
    const base = await observingBase(caster, cdmx, 11, portOf(here))
    await isLive(caster, cdmx.code, here)
    await isKnown(there, cdmx)
    const logins = [await issue(cdmx), await issue(cdmx), await caster.issue()] as const
    const [near, far] = [await rover(logins[0], cdmx, here), await rover(logins[1], cdmx, there)]
    // A network rover gets the base of another node once its caster has checked which bases are live.
    await hearsMore(far)
    await sleep(500)
    const placed = await caster.rover(logins[2], 'RED', portOf(there))
    const gga = () =>
      placed.write(`${writeGga({ lat: cdmx.lat, lng: cdmx.lng, quality: 1, satellites: 12 }, new Date())}\r\n`)
    gga()
    await hearsMore(placed)
    // Long enough for all nodes to know the interval of the base.
    await vi.waitUntil(() => framesIn(far.received).types.length > 30, WAIT)
    await nats.servers[0]!.kill()

    await vi.waitUntil(async () => (await notesOf(logins[1])).includes('bus_away'), WAIT)
    expect(await why(logins[1])).toMatchObject(
      [{ kind: 'in_force' }, { kind: 'connected' }, { kind: 'noted', note: { code: 'bus_away' } }, {}].slice(0, 3),
    )
    // A new rover gets the same reason; a rover of a base that is really offline does not.
    const late = await issue(cdmx)
    await vi.waitUntil(async () => (await askRev1(portOf(there), cdmx.mountpoint, late)).includes('503'), WAIT)
    expect(await askRev1(portOf(there), cdmx.mountpoint, late)).toMatch(
      /another node that is unreachable.* \/ .*otro nodo que no se alcanza/,
    )
    await expect
      .poll(async () => (await refusalsOf(caster, late.username)).map(({ reason }) => reason))
      .toEqual(['bus_away'])
    const down = await issue(toluca)
    expect(await askRev1(portOf(there), toluca.mountpoint, down)).toContain('The base station is down.')
    await hearsMore(near)
    await vi.waitUntil(async () => (await notesOf(logins[2])).at(-1) === 'bus_away', WAIT)
    expect(await notesOf(logins[2])).not.toContain('base_down')
    expect([near.closedAt, far.closedAt, placed.closedAt]).toEqual([null, null, null])
    const figures = there.caster.counts().sharing!
    expect(figures).toMatchObject({ isUp: false, missed: 0 })

    await nats.servers[0]!.start()
    await Promise.all([hearsMore(far), hearsMore(placed)])
    await vi.waitUntil(async () => (await notesOf(logins[1])).includes('bus_back'), WAIT)
    expect(heardBy(far)).toEqual({ whom: [11], stray: 0 })
    expect(heardBy(near)).toEqual({ whom: [11], stray: 0 })
    expect(await notesOf(logins[0])).toEqual([])
    expect([near.closedAt, far.closedAt]).toEqual([null, null])
    expect(there.caster.counts().sharing!.missed).toBeGreaterThan(0)
    for (const peer of [near, far, placed]) peer.close()
    base.stop()
  })

  it('release the base of a node that was taken for dead as soon as it hears of the new owner', async () => {
    const first = await caster.base(toluca.code, toluca.mountpoint, portOf(here))
    const beat = setInterval(() => first.write(epochOf(21)), 50)
    caster.stopWithIt({ stop: () => clearInterval(beat) })
    await isLive(caster, toluca.code, here)
    await isKnown(there, toluca)
    const rovers = [await rover(await issue(toluca), toluca, here), await rover(await issue(toluca), toluca, there)]
    await Promise.all(rovers.map(hearsMore))
    const second = await outbid(toluca, there)
    const beats = setInterval(() => second.write(epochOf(22)), 50)
    await first.closed
    await Promise.all(rovers.map(hearsMore))
    // Each rover received the first base, then the second, and never the first again.
    expect(rovers.map(heardBy)).toEqual(rovers.map(() => ({ whom: [21, 22], stray: 0 })))
    clearInterval(beats)
    second.close()
    for (const peer of rovers) peer.close()
  })

  it('release it when the old node renews its lease if the bus is down', async () => {
    await isLive(caster, toluca.code, there, false)
    const first = await caster.base(toluca.code, toluca.mountpoint, portOf(here))
    const beat = setInterval(() => first.write(epochOf(31)), 50)
    caster.stopWithIt({ stop: () => clearInterval(beat) })
    await isLive(caster, toluca.code, here)
    await nats.servers[0]!.kill()
    const second = await outbid(toluca, there)
    await first.closed
    expect(second.closedAt).toBeNull()
    second.close()
  })

  it('let another base replace a silent one, on any node', async () => {
    const dead = await caster.base(cuernavaca.code, cuernavaca.mountpoint, portOf(here))
    let epochs = 0
    const beat = setInterval(() => {
      dead.write(epochFrame())
      epochs += 1
    }, 100)
    await isLive(caster, cuernavaca.code, here)
    await isKnown(there, cuernavaca)
    await vi.waitUntil(() => epochs > 10, WAIT) // so that the interval of the base is known
    clearInterval(beat)
    await isLive(caster, cuernavaca.code, here, false)
    const knock = `SOURCE ${await caster.secretOf(cuernavaca.code)} /${cuernavaca.mountpoint}\r\n\r\n`

    let living: Peer
    do {
      living = await Peer.open(portOf(there), knock)
      await vi.waitUntil(() => living.received.length > 0, WAIT)
    } while (!living.text.startsWith('ICY 200 OK'))
    living.write(epochFrame())
    await dead.closed
    expect(living.closedAt).toBeNull()
    living.close()
    await isLive(caster, cuernavaca.code, there, false)
  })

  it('let a base with the station’s new password replace one with the old, on any node', async () => {
    const old = await caster.base(toluca.code, toluca.mountpoint, portOf(here))
    const beat = setInterval(() => old.write(epochFrame()), 100)
    caster.stopWithIt({ stop: () => clearInterval(beat) })
    await isLive(caster, toluca.code, here)
    const { secret } = await pushSecret(byTest(caster.service.services), { code: toluca.code }, true)
    const fresh = await Peer.open(portOf(there), `SOURCE ${secret} /${toluca.mountpoint}\r\n\r\n`)
    await fresh.until('ICY 200 OK\r\n\r\n')
    await old.closed
    clearInterval(beat)
    fresh.close()
  })

  it('list the content of each other’s streams in their sourcetables', async () => {
    await isLive(caster, cuernavaca.code, there, false)
    const source = await caster.base(cuernavaca.code, cuernavaca.mountpoint, portOf(there))
    const beat = setInterval(() => source.write(Buffer.concat([...stationFrames(), epochFrame()])), 100)
    caster.stopWithIt({ stop: () => clearInterval(beat) })
    const line = async () =>
      (await table(here)).split('\r\n').find((one) => one.startsWith(`STR;${cuernavaca.mountpoint};`)) ?? ''
    await vi.waitUntil(async () => /;1006\(0\.\d\),1033\(0\.\d\),1074\(0\.\d\),1230/.test(await line()), WAIT)
    clearInterval(beat)
    source.close()
  })

  it('pull a station from one node only, serve it on both, and take over when that node stops', async () => {
    const calls: net.Socket[] = []
    const other = net.createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        calls.push(socket)
        socket.write('ICY 200 OK\r\n\r\n')
        const beat = setInterval(() => socket.write(epochOf(41)), 100)
        socket.on('close', () => clearInterval(beat))
      })
    })
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port } = other.address() as net.AddressInfo
    const context = byTest(caster.service.services)
    const third = await caster.addNode({ settingsMs: 200, graceMs: GRACE_MS }, { natsUrl: nats.url })
    const all = [here, there, third]
    await setPull(context, { code: cdmx.code }, `ntrip://u:p@127.0.0.1:${port}/X`)
    await vi.waitUntil(() => calls.length === 1, WAIT)
    await Promise.all(all.map((role) => isKnown(role, cdmx)))
    const peers = await Promise.all(all.map(async (role) => rover(await issue(cdmx), cdmx, role)))
    await Promise.all(peers.map(hearsMore))
    expect(calls).toHaveLength(1)
    const knock = `SOURCE ${await caster.secretOf(cdmx.code)} /${cdmx.mountpoint}\r\n\r\n`
    for (const role of all) expect(await ask(portOf(role), knock)).toMatch(/^ERROR - Mount Point Taken/)

    const id = await stationIdOf(caster.service, cdmx.code)
    const puller = all.findIndex((role) => role.caster.sources.stations.isFlowing(id))
    await all[puller]!.stop()
    await vi.waitUntil(() => calls.length === 2, WAIT)
    const left = peers.filter((_, index) => index !== puller)
    await Promise.all(left.map(hearsMore))
    expect(left.map(heardBy)).toEqual(left.map(() => ({ whom: [41], stray: 0 })))
    expect(calls).toHaveLength(2)
    // A node that is drained hands the pull over before its rovers leave, and does not take it again.
    const nodes = all.filter((_, index) => index !== puller)
    const leaving = nodes.find((role) => role.caster.sources.stations.isFlowing(id))!
    leaving.caster.sources.pulls.handOver()
    await vi.waitUntil(() => calls.length === 3, WAIT)
    await Promise.all(left.map(hearsMore))
    expect(left.map(heardBy)).toEqual(left.map(() => ({ whom: [41], stray: 0 })))
    expect([leaving.caster.sources.stations.isFlowing(id), calls.length]).toEqual([false, 3])
    await setPull(context, { code: cdmx.code }, null)
    for (const peer of peers) peer.close()
    for (const socket of calls) socket.destroy()
    other.close()
  })
})
