// A Vértice with a second Vértice as upstream caster: the nodes of one network share its streams when one stops, and
// neither follows its own streams back from the other.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { framesIn } from '../../../../packages/rtcm/test/support/epochs.ts'
import { addUpstream, askUpstream } from '../../../../src/actions/network/upstreams/set.ts'
import { upstreamFollowing } from '../../../../src/start/jobs/follow-upstreams.ts'
import type { CasterRole } from '../../../../src/start/roles/caster.ts'
import { tableReader } from '../../../../src/start/roles/upstream-tables.ts'
import { findUpstream } from '../../../../src/store/network/upstreams/rows.ts'
import { byTest } from '../../../support/action-context.ts'
import { type Login, type Peer, TestCaster } from '../../../support/caster.ts'
import { STATIONS } from '../../../support/service.ts'
import { hearsMore } from '../../helpers.ts'
import { observingBase } from '../../observing-base.ts'

const CDMX = STATIONS.cdmx
const MOUNTPOINT = `B_${CDMX.mountpoint}`
const PATIENCE = { settingsMs: 50, graceMs: 300, idleMs: 700 }

let behind: TestCaster
let front: TestCaster

async function follow(caster: TestCaster, name: string): Promise<void> {
  const { db, keys } = caster.service.services
  const readTable = tableReader({ casterPullAllow: ['127.0.0.0/8'] })
  await askUpstream({ db, now: new Date() }, { name })
  await upstreamFollowing({ db, keys, clock: () => new Date(), readTable, info() {} })()
}

const loginTo = async (caster: TestCaster, body: object): Promise<Login> => caster.issue({ ...body })
const whole = (peer: Peer) => framesIn(peer.received).skippedBytes

beforeAll(async () => {
  behind = await TestCaster.start(PATIENCE)
  front = await TestCaster.start(PATIENCE)
  // Test databases are copies of one template and share its mark.
  await front.service.db.pool.query(`update network set mark = '0123456789ab'`)
  await behind.service.saveStations(CDMX)
  await observingBase(behind, CDMX, 7)
  const { username, password } = await loginTo(behind, { station_codigo: CDMX.code })
  const url = `ntrip://${username}:${password}@127.0.0.1:${behind.port}`
  await addUpstream(byTest(front.service.services), { name: 'BEHIND', url, prefix: 'B_' })
  // A Vértice lists only live streams.
  const isOffered = async () => {
    await follow(front, 'BEHIND')
    return (await findUpstream(front.service.db, { name: 'BEHIND' }))!.offered > 0
  }
  await vi.waitUntil(isOffered, { timeout: 90_000, interval: 200 })
})
afterAll(async () => {
  await front.stop()
  await behind.stop()
})

describe('a Vértice with another Vértice as upstream caster', () => {
  it('offers the upstream stations to its own credentials, over one upstream session', async () => {
    const [one, other] = [
      await front.rover(await loginTo(front, { station_codigo: MOUNTPOINT }), MOUNTPOINT),
      await front.rover(await loginTo(front, { station_codigo: MOUNTPOINT }), MOUNTPOINT),
    ]
    await hearsMore(one)
    await hearsMore(other)
    expect(behind.role.caster.sessions.all.length).toBe(1)
    expect([whole(one), whole(other)]).toEqual([0, 0])
    one.close()
    other.close()
    await vi.waitUntil(() => behind.role.caster.sessions.all.length === 0, { timeout: 90_000 })
  })

  it('continues after an upstream outage without a partial frame', async () => {
    const rover = await front.rover(await loginTo(front, { station_codigo: MOUNTPOINT }), MOUNTPOINT)
    await hearsMore(rover)
    behind.role.caster.sessions.stop() // to rovers it looks like a caster that stops
    await sleep(200)
    await hearsMore(rover)
    expect([whole(rover), rover.closedAt]).toEqual([0, null])
    rover.close()
  })

  it('pulls from any remaining node when another one stops', async () => {
    const login = await loginTo(front, { station_codigo: MOUNTPOINT })
    const second: CasterRole = await front.addNode(PATIENCE)
    const there = await front.rover(login, MOUNTPOINT, second.caster.address.port)
    await hearsMore(there)
    await second.caster.stop()
    const here = await front.rover(login, MOUNTPOINT)
    await hearsMore(here)
    here.close()
  })

  it('does not offer its own streams back through an upstream caster that follows it', async () => {
    const { username, password } = await loginTo(front, { station_codigo: MOUNTPOINT })
    const url = `ntrip://${username}:${password}@127.0.0.1:${front.port}`
    await addUpstream(byTest(behind.service.services), { name: 'FRONT', url, prefix: 'F_' })
    await follow(behind, 'FRONT')
    const seen = (await findUpstream(behind.service.db, { name: 'FRONT' }))!
    expect(seen).toMatchObject({ answers: true, offered: 0 })
    expect(seen.leftOut.map(({ mountpoint, why }) => [mountpoint, why])).toContainEqual([MOUNTPOINT, 'ours'])
  })
})
