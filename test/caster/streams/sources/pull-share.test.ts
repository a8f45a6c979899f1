// How several casters share pulls: rounds of each node, on common leases.
import { beforeEach, describe, expect, it } from 'vitest'
import type { StationLeases } from '../../../../src/caster/services.ts'
import type { Holding } from '../../../../src/caster/sharing/holding.ts'
import { Ownership } from '../../../../src/caster/sharing/ownership.ts'
import { Feeds } from '../../../../src/caster/streams/feeds.ts'
import { PullShare } from '../../../../src/caster/streams/sources/pull-share.ts'

let owners: Map<number, string>
let nodes: Node[]
let statements: number

class Node {
  readonly name: string
  readonly share = new PullShare()
  readonly holdings: Holding[] = []
  readonly ownership: Ownership

  constructor(name: string) {
    this.name = name
    const leases: StationLeases = {
      async take(ids) {
        statements += 1
        const free = ids.filter((id) => [undefined, name].includes(owners.get(id)))
        for (const id of free) owners.set(id, name)
        return new Map(free.map((id) => [id, 1]))
      },
      async release(released) {
        for (const { stationId } of released) owners.delete(stationId)
      },
      kept: async () => new Map(),
      elsewhere: async () => new Set(),
      casters: async () => nodes.length,
      isTrusted: () => true,
    }
    const feeds = new Feeds({ graceMs: 1_000, stableMs: 1_000 })
    this.ownership = new Ownership({ leases, bus: null, node: name, feeds, warn: () => {} })
  }

  async round(wanted: readonly number[]): Promise<void> {
    await this.share.take(this.ownership, {
      wanted: wanted.length,
      free: wanted.filter((id) => !owners.has(id)),
      pulled: () => this.holdings.length,
      begin: (holding) => {
        holding.broughtBy(() => {})
        this.holdings.push(holding)
        return true
      },
    })
  }

  async leave(): Promise<void> {
    nodes = nodes.filter((node) => node !== this)
    for (const holding of this.holdings) holding.end()
    await this.ownership.stop()
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const counts = () => nodes.map(({ holdings }) => holdings.length)
const round = async (wanted: readonly number[]) => {
  for (const node of nodes) await node.round(wanted)
}

beforeEach(() => {
  owners = new Map()
  statements = 0
  nodes = ['a', 'b', 'c'].map((name) => new Node(name))
})

describe('pulled streams', () => {
  it('are shared evenly between casters in one round, whether they ask in turn or at once', async () => {
    await round(upTo(100))
    expect(counts()).toEqual([34, 34, 32])
    nodes = ['d', 'e', 'f', 'g'].map((name) => new Node(name))
    owners.clear()
    await Promise.all(nodes.map((node) => node.round(upTo(100))))
    expect(counts().reduce((sum, count) => sum + count)).toBe(100)
    expect(Math.max(...counts())).toBe(25)
  })

  it('are shared by the other casters when one stops', async () => {
    await round(upTo(90))
    await nodes[0]!.leave()
    await round(upTo(90))
    expect(counts()).toEqual([45, 45])
  })

  it('stay where they are when another caster joins, which gets the new ones', async () => {
    nodes = [nodes[0]!]
    await round(upTo(30))
    nodes.push(new Node('late'))
    await round(upTo(30))
    expect(counts()).toEqual([30, 0])
    await round(upTo(40))
    expect(counts()).toEqual([30, 10])
  })

  it('are taken in the next round of any caster if no caster took them', async () => {
    const [a, b] = nodes as [Node, Node]
    nodes = [a, b, new Node('stuck'), new Node('stuck too')]
    await a.round(upTo(40))
    await b.round(upTo(40))
    expect([a.holdings.length, b.holdings.length]).toEqual([10, 10])
    await a.round(upTo(40))
    expect(owners.size).toBe(40)
  })

  it('are not requested while other casters hold them', async () => {
    await round(upTo(100))
    const before = statements
    await round(upTo(100))
    expect(statements).toBe(before)
  })
})
