// Forwards at work: a failover between two casters, and another Vértice as the receiving caster.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addForward, removeForward } from '../../../../src/actions/network/forwards.ts'
import { findForward } from '../../../../src/store/stations/forwards.ts'
import { byTest } from '../../../support/action-context.ts'
import { Peer, rev1Request, TestCaster } from '../../../support/caster.ts'
import { NatsServers } from '../../../support/nats-servers.ts'
import { lacks } from '../../../support/needs.ts'
import { hear, numberedEpoch } from '../../../support/numbered-epochs.ts'
import { STATIONS } from '../../../support/service.ts'
import { ask } from '../../helpers.ts'
import { REPLIES, ReceivingCaster } from '../../receiving-caster.ts'

const WAIT = { interval: 20, timeout: 90_000 }
const { cdmx } = STATIONS
const PATIENCE = { settingsMs: 200 }

async function pushing(caster: TestCaster, port = caster.port) {
  const base = await caster.base(cdmx.code, cdmx.mountpoint, port)
  let number = 0
  const beat = setInterval(() => base.write(numberedEpoch(++number)), 50)
  const stop = () => {
    clearInterval(beat)
    base.close()
  }
  caster.stopWithIt({ stop })
  return { stop }
}

const add = (caster: TestCaster, url: string, revision: 1 | 2 = 1) =>
  addForward(byTest(caster.service.services), { code: cdmx.code }, { url, revision, mountpoint: null })

describe.skipIf(lacks('casters that share their streams', 'nats-server'))('a forward of two casters', () => {
  let nats: NatsServers
  let caster: TestCaster
  let there: ReceivingCaster

  beforeAll(async () => {
    nats = await NatsServers.start(1)
    caster = await TestCaster.start(PATIENCE, { natsUrl: nats.url })
    await caster.addNode(PATIENCE, { natsUrl: nats.url })
    await caster.service.saveStations(cdmx)
    there = await ReceivingCaster.start(REPLIES.icy)
  })
  afterAll(async () => {
    await caster.stop()
    await nats.stop()
    there.stop()
  })

  it('is performed by the node that owns the station, also after a failover', async () => {
    const id = await add(caster, there.url())
    const row = async () => (await findForward(caster.service.db, id))!
    const first = await pushing(caster)
    await vi.waitUntil(async () => (await row()).reported === 'sending', WAIT)
    const before = await row()
    // The other node soon knows that the base is connected, and has rovers of its own.
    const second = caster.node(1).caster.address.port
    const login = await caster.issue({ station_codigo: cdmx.code })
    await vi.waitUntil(async () => {
      const peer = await Peer.open(second, rev1Request(cdmx.mountpoint, login.username, login.password))
      await peer.until('\r\n')
      peer.close()
      return peer.text.startsWith('ICY')
    }, WAIT)
    const rover = await caster.rover(login, cdmx.mountpoint, second)
    await vi.waitUntil(() => rover.received.length > 10_000, WAIT)
    expect(there.pushes).toHaveLength(1)

    first.stop()
    await pushing(caster, second)
    await vi.waitUntil(() => there.pushes.length === 2 && there.open.length === 1, WAIT)
    await vi.waitUntil(async () => (await row()).node !== before.node && (await row()).reported === 'sending', WAIT)
    expect(there.pushes.map(({ body }) => hear(body).torn)).toEqual([0, 0])
    rover.close()
  })
})

describe('a caster of this product', () => {
  let caster: TestCaster

  beforeAll(async () => {
    caster = await TestCaster.start(PATIENCE)
    await caster.service.saveStations(
      cdmx,
      ...['IN1', 'IN2'].map((code) => ({ ...cdmx, code, name: code, mountpoint: code })),
    )
  })
  afterAll(() => caster.stop())

  it.each([1, 2] as const)(
    'receives a forwarded stream over NTRIP %i, whose rovers get whole frames',
    async (version) => {
      const code = `IN${version}`
      const wrong = await add(caster, `ntrip://x:wrong@127.0.0.1:${caster.port}/${code}`, version)
      const base = await pushing(caster)
      const row = async (id: number) => (await findForward(caster.service.db, id))!
      await vi.waitUntil(async () => (await row(wrong)).reported === 'failing', WAIT)
      expect((await row(wrong)).error).toMatchObject({ code: 'refused', params: { reason: 'credentials' } })
      await removeForward(byTest(caster.service.services), wrong)

      await add(caster, `ntrip://x:${await caster.secretOf(code)}@127.0.0.1:${caster.port}/${code}`, version)
      const login = await caster.issue({ station_codigo: code })
      const isInTable = async () => (await ask(caster.port, 'GET / HTTP/1.0\r\n\r\n')).includes(`STR;${code};`)
      await vi.waitUntil(isInTable, WAIT)
      const rover = await caster.rover(login, code)
      await vi.waitUntil(() => hear(rover.received).epochs.length > 100, WAIT)
      expect(hear(rover.received).torn).toBe(0)
      rover.close()
      base.stop()
    },
  )
})
