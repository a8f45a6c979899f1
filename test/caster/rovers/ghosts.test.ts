// A rover that reads nothing for a time is dropped, even if the kernel still buffers everything that is sent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KernelQueues } from '../../../src/caster/rovers/kernel-queues.ts'
import { listSessionsOf } from '../../../src/store/sessions/rows.ts'
import { type Login, type Peer, TestCaster } from '../../support/caster.ts'
import { STATIONS } from '../../support/service.ts'
import { flowingBase, pause, quietBase } from '../helpers.ts'

const { cdmx, toluca } = STATIONS
const GHOST_MS = 900
/** More than the kernel of a stalled receiver accepts, and less than the sender's kernel buffers on loopback. */
const PART = Buffer.alloc(100_000, 'm')
let caster: TestCaster
let base: Awaited<ReturnType<typeof flowingBase>>

beforeAll(async () => {
  caster = await TestCaster.start({ ghostMs: GHOST_MS })
  await caster.service.saveStations(cdmx, toluca)
  base = await flowingBase(caster, cdmx)
})
afterAll(() => caster.stop())

const isHere = ({ id }: Login) => caster.role.caster.sessions.countOf(id) === 1
const unacknowledged = async (rover: Peer) => {
  const { localAddress, localPort } = rover.socket
  return (await KernelQueues.read([caster.role.caster.address]))?.bytesFor(localAddress!, localPort!) ?? 0
}

/** Sends until the receiver's kernel accepts no more, or until the rover is dropped, on a slow machine. */
async function fill(rover: Peer, login: Login): Promise<void> {
  for (let sent = 0; isHere(login) && (await unacknowledged(rover)) < PART.length; sent += PART.length) {
    expect(sent).toBeLessThan(12_000_000)
    base.peer.write(PART)
    await pause(2)
  }
}

describe.skipIf(process.platform !== 'linux')('a rover whose data waits in the kernel', () => {
  it('is dropped after the timeout without reading, and its record shows it', async () => {
    const login = await caster.issue({ station_codigo: 'CDMX' })
    const rover = await caster.rover(login, cdmx.mountpoint)
    const since = performance.now()
    rover.socket.pause()
    await fill(rover, login)
    await expect.poll(() => isHere(login)).toBe(false)
    expect(performance.now() - since).toBeGreaterThan(GHOST_MS)
    const record = async () => (await listSessionsOf(caster.service.db, login.id, 1))[0]
    await expect.poll(record).toMatchObject({ endReason: 'too_slow' })
    rover.close()
  })
})

describe('a rover', () => {
  it('stays while its base is silent and there is nothing to read', async () => {
    const quiet = await quietBase(caster, toluca)
    const login = await caster.issue({ station_codigo: 'TOLU' })
    const rover = await caster.rover(login, toluca.mountpoint)
    await pause(2 * GHOST_MS)
    expect(isHere(login)).toBe(true)
    rover.close()
    quiet.close()
  })
})
