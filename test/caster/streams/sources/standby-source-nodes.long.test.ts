import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { epochFrame } from '../../../../packages/rtcm/test/support/epochs.ts'
import { makeStandbySecret } from '../../../../src/actions/stations/standby.ts'
import type { CasterRole } from '../../../../src/start/roles/caster.ts'
import { byTest } from '../../../support/action-context.ts'
import { Peer, TestCaster } from '../../../support/caster.ts'
import { NatsServers } from '../../../support/nats-servers.ts'
import { lacks } from '../../../support/needs.ts'
import { type EpochBase, EpochRover, isInTable, stationsOf } from '../../bases.ts'

const PATIENCE = { settingsMs: 200, graceMs: 4_000, stableMs: 2_000 }
const [FIRST, SECOND] = [{ number: 11 }, { number: 22 }] as unknown as [EpochBase, EpochBase]

describe.skipIf(lacks('casters that share their streams', 'nats-server'))('two casters on a bus', () => {
  let nats: NatsServers
  let caster: TestCaster
  let there: CasterRole

  beforeAll(async () => {
    nats = await NatsServers.start(1)
    caster = await TestCaster.start(PATIENCE, { natsUrl: nats.url })
    await caster.service.saveStations(...stationsOf(0))
    there = await caster.addNode(PATIENCE, { natsUrl: nats.url })
  })
  afterAll(async () => {
    await caster.stop()
    await nats.stop()
  })

  async function base(secret: string, code: string, { number }: EpochBase, role: CasterRole) {
    const peer = await Peer.open(role.caster.address.port, `SOURCE ${secret} /${code}_RTCM\r\n\r\n`)
    await peer.until('ICY 200 OK\r\n\r\n')
    const timer = setInterval(() => peer.write(epochFrame(Date.now(), number)), 100)
    const stop = () => {
      clearInterval(timer)
      peer.close()
    }
    caster.stopWithIt({ stop })
    return { peer, stop }
  }

  it('let a standby source at one take over from the first at the other, until that is stable again', async () => {
    const { secret } = await makeStandbySecret(byTest(caster.service.services), { code: 'A0' })
    const own = await caster.secretOf('A0')
    const first = await base(own, 'A0', FIRST, caster.role)
    const second = await base(secret, 'A0', SECOND, there)
    await isInTable(caster, 'A0')
    const rover = await EpochRover.ofStation(caster, 'A0')
    await rover.hears(FIRST, 10)
    first.stop()
    await rover.hears(SECOND)
    const notes = async () => (await rover.notes()).join('\n')
    await vi.waitUntil(async () => (await notes()).includes('served from the standby source (push)'), {
      timeout: 90_000,
    })

    // The first source reconnects to its old caster while the other one serves, and takes over once it is stable.
    const back = performance.now()
    const again = await base(own, 'A0', FIRST, caster.role)
    await rover.hears(FIRST)
    const lastOfSecond = rover.frames.findLast(({ number }) => number === SECOND.number)!.at
    expect(lastOfSecond - back).toBeGreaterThanOrEqual(PATIENCE.stableMs - 300)
    expect(rover.followed).toEqual([FIRST.number, SECOND.number, FIRST.number])
    expect(second.peer.closedAt).toBeNull()
    expect(rover.torn).toBe(0)
    again.stop()
    await rover.hears(SECOND)
  })

  it('let a standby source take over from a first source whose caster dies', async () => {
    const dying = await caster.addNode(PATIENCE, { natsUrl: nats.url })
    const { secret } = await makeStandbySecret(byTest(caster.service.services), { code: 'B0' })
    const first = await base(await caster.secretOf('B0'), 'B0', FIRST, dying)
    await base(secret, 'B0', SECOND, there)
    await isInTable(caster, 'B0')
    const rover = await EpochRover.ofStation(caster, 'B0')
    await rover.hears(FIRST, 10)
    await dying.stop()
    await rover.hears(SECOND)
    first.stop()
    expect(rover.followed).toEqual([FIRST.number, SECOND.number])
    expect(rover.torn).toBe(0)
  })
})
