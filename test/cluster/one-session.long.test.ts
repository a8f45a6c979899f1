import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WhenFull } from '../../src/domain/sessions/limit.ts'
import { until } from '../support/process.ts'
import { Cluster } from './cluster.ts'
import { Rover } from './rover.ts'

const CALLERS = 50
const ROUNDS = 20
const TIMEOUT_MS = 20_000

describe('fifty callers with one credential at three casters at once', { timeout: 240_000 }, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await Cluster.start({ casters: 3, natsServers: 0, stations: 3 })
    // Without a bus each caster needs its own base; they share only the database.
    for (const node of [0, 1, 2]) await cluster.base(node, node)
  })
  afterAll(() => cluster?.stop())

  interface Found {
    readonly letIn: number
    readonly open: number
    readonly recorded: number
    /** The distinct replies to the others. */
    readonly told: readonly string[]
  }

  /** Each from its own address, so that none is throttled because of the others. */
  async function knock(whenFull: WhenFull, most: number): Promise<Found> {
    const [login] = await cluster.issue(null, 1, whenFull, most)
    const callers = Array.from({ length: CALLERS }, (_, place) => {
      const node = place % 3
      const from = `127.0.1.${place + 1}`
      return new Rover({ login: login!, station: node, mountpoint: 'RED', ports: cluster.ports, node, from })
    })
    const answers = await Promise.all(callers.map((caller) => caller.dial()))
    const told = answers.filter((answer) => answer !== 'ICY 200 OK')
    const open = () => callers.filter(({ isIn }) => isIn).length
    const recorded = () => cluster.openSessions([login!.id])
    await until(async () => open() <= most && (await recorded()) <= most, TIMEOUT_MS).catch(() => {})
    const letIn = CALLERS - told.length
    const found = { letIn, open: open(), recorded: await recorded(), told: [...new Set(told)] }
    await Promise.all(callers.map((caller) => caller.stop()))
    return found
  }

  it.each([1, 3])('refuse: admits exactly %i, each time', async (most) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { told, ...found } = await knock('refuse', most)
      expect(found, `round ${round}`).toEqual({ letIn: most, open: most, recorded: most })
      expect(told).toEqual([expect.stringContaining(' 409 ')])
    }
  })

  it.each([1, 3])('replace: keeps exactly %i, each time', async (most) => {
    let all = 0
    for (let round = 0; round < ROUNDS; round++) {
      const { letIn, open, recorded } = await knock('replace', most)
      expect({ open, recorded }, `round ${round}, ${letIn} let in`).toEqual({ open: most, recorded: most })
      all += letIn
    }
    console.log(`of ${CALLERS * ROUNDS} that knocked ${all} were let in, one after the other`)
    expect(all).toBeGreaterThan(2 * most * ROUNDS)
  })

  it('leaves no open session behind', async () => {
    await until(async () => (await cluster.openSessions()) === 0, TIMEOUT_MS)
    for (const node of [0, 1, 2]) expect(await cluster.figure(node, 'vertice_caster_rovers')).toBe(0)
  })
})
