import { beforeEach, describe, expect, it } from 'vitest'
import type { StationLeases } from '../../../src/caster/services.ts'
import { HEARTBEAT_SUBJECT, writeHeartbeat } from '../../../src/caster/sharing/heartbeat.ts'
import { LeaseSync } from '../../../src/caster/sharing/lease-sync.ts'
import { sendingTime } from '../../../src/caster/sharing/message.ts'
import { Ownership } from '../../../src/caster/sharing/ownership.ts'
import { RemoteStations } from '../../../src/caster/sharing/remote-stations.ts'
import { Sharing } from '../../../src/caster/sharing/sharing.ts'
import { Feeds } from '../../../src/caster/streams/feeds.ts'
import type { Sources } from '../../../src/caster/streams/sources/sources.ts'
import { DirectBus } from './direct-bus.ts'

const [OURS, HEARD, SILENT] = [1, 2, 3]

let bus: DirectBus
let ownership: Ownership
let sharing: Sharing
let leaseSync: LeaseSync
let asked: (readonly number[])[]
let elsewhere: Set<number>
let isTrusted: boolean

beforeEach(() => {
  bus = new DirectBus()
  asked = []
  elsewhere = new Set()
  isTrusted = true
  const leases: StationLeases = {
    take: async (ids) => new Map(ids.map((id) => [id, 5])),
    release: async () => {},
    kept: async () => new Map(),
    async elsewhere(ids) {
      asked.push(ids)
      return elsewhere
    },
    casters: async () => 2,
    isTrusted: () => isTrusted,
  }
  const feeds = new Feeds({ graceMs: 1_000, stableMs: 1_000 })
  ownership = new Ownership({ leases, bus, node: 'me', feeds, warn: () => {} })
  const remote = new RemoteStations({ bus, feeds, ownership, isKnown: () => true })
  const sources = { meters: { shapeOf: () => null } } as unknown as Sources
  sharing = new Sharing({ bus, ownership, remote, feeds, sources, node: 'me', nowMs: Date.now })
  const stationIds = () => [OURS, HEARD, SILENT]
  leaseSync = new LeaseSync({ leases, ownership, remote, sharing, stationIds, warn: () => {} })
})

const hear = (stationId: number, fencingToken: number) =>
  bus.publish(
    HEARTBEAT_SUBJECT,
    writeHeartbeat({
      node: 'other',
      sentAt: sendingTime(),
      isNew: false,
      owned: [{ stationId, fencingToken, flows: true, observed: true }],
    }),
  )

describe('the query for the owners of stations', () => {
  it('asks only for stations that are neither local nor announced', async () => {
    await ownership.take([OURS])
    hear(HEARD, 1)
    await leaseSync.readOthers()
    expect(asked).toEqual([[SILENT]])
    bus.up = false
    await leaseSync.readOthers()
    expect(asked[1]).toEqual([HEARD, SILENT])
  })

  it('is skipped while all stations are local or announced', async () => {
    await ownership.take([OURS, SILENT])
    hear(HEARD, 1)
    await leaseSync.readOthers()
    expect(asked).toEqual([])
  })
})

describe('the node that measures a station', () => {
  it('is its owner or last owner, unless its lease is in doubt', async () => {
    const said = () => [OURS, HEARD, SILENT].map((id) => sharing.speaksFor(id))
    expect(said()).toEqual([false, false, false])
    const [holding] = await ownership.take([OURS])
    holding!.broughtBy(() => {})
    hear(HEARD, 1)
    expect(said()).toEqual([true, false, false])
    isTrusted = false
    expect(said()).toEqual([false, false, false])
    isTrusted = true
    holding!.end()
    expect(said()).toEqual([true, false, false])
    hear(OURS, 6)
    expect(said()).toEqual([false, false, false])
    expect([...sharing.heardElsewhere(60_000)]).toEqual([HEARD, OURS])
  })

  it('is not one with a silent source when the database names another, unannounced owner', async () => {
    const [holding] = await ownership.take([OURS])
    holding!.broughtBy(() => {})
    holding!.rest()
    expect(sharing.speaksFor(OURS)).toBe(true)
    elsewhere = new Set([OURS])
    await leaseSync.readOthers()
    expect(asked[0]).toContain(OURS)
    expect(sharing.speaksFor(OURS)).toBe(false)
  })
})
