// What a node asks the database about stations, and of which it speaks; over a bus that hands on at once.
import { beforeEach, describe, expect, it } from 'vitest'
import type { StationLeases } from '../../../src/caster/services.ts'
import { ALIVE_SUBJECT, writeAlive } from '../../../src/caster/sharing/alive.ts'
import { sendingTime } from '../../../src/caster/sharing/message.ts'
import { Ownership } from '../../../src/caster/sharing/ownership.ts'
import { Sharing } from '../../../src/caster/sharing/sharing.ts'
import { BaseFeeds } from '../../../src/caster/streams/bases.ts'
import type { Sources } from '../../../src/caster/streams/sources.ts'
import { DirectBus } from './direct-bus.ts'

const [OURS, HEARD, SILENT] = [1, 2, 3]

let bus: DirectBus
let ownership: Ownership
let sharing: Sharing
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
  const bases = new BaseFeeds({ graceMs: 1_000, stableMs: 1_000 })
  const active = [OURS, HEARD, SILENT].map((id) => ({ id, mountpoint: `M${id}`, isRtcm: true }))
  bases.use({ network: { mountpoint: 'RED' }, active } as unknown as Parameters<BaseFeeds['use']>[0])
  ownership = new Ownership({ leases, bus, node: 'me', bases, warn: () => {} })
  const sources = { meters: new Map() } as unknown as Sources
  sharing = new Sharing({ bus, leases, ownership, bases, sources, node: 'me', nowMs: Date.now })
})

const hear = (stationId: number, fence: number) =>
  bus.publish(
    ALIVE_SUBJECT,
    writeAlive({
      node: 'other',
      sentAt: sendingTime(),
      isNew: false,
      owned: [{ stationId, fence, flows: true, observed: true }],
    }),
  )

describe('which node has a station', () => {
  it('is asked only of stations that are neither here nor heard', async () => {
    await ownership.take([OURS])
    hear(HEARD, 1)
    await sharing.readLeases()
    expect(asked).toEqual([[SILENT]])
    bus.up = false
    await sharing.readLeases()
    expect(asked[1]).toEqual([HEARD, SILENT])
  })

  it('nobody asks while all are heard', async () => {
    await ownership.take([OURS, SILENT])
    hear(HEARD, 1)
    await sharing.readLeases()
    expect(asked).toEqual([])
  })
})

describe('a station is measured', () => {
  it('by the node that has it, or had it last; by no other, and not by one that may have lost it', async () => {
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

  it('no more by one whose source is silent, when the database says that another has it, which is not heard', async () => {
    const [holding] = await ownership.take([OURS])
    holding!.broughtBy(() => {})
    holding!.rest()
    expect(sharing.speaksFor(OURS)).toBe(true)
    elsewhere = new Set([OURS])
    await sharing.readLeases()
    expect(asked[0]).toContain(OURS)
    expect(sharing.speaksFor(OURS)).toBe(false)
  })
})
