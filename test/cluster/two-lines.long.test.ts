// While the database is unavailable, a recently known rover is admitted even if its connection at another caster is
// still open. Which of the two stays is decided when the database is back.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WhenFull } from '../../src/domain/sessions/limit.ts'
import { measuresTime } from '../support/loop-watch.ts'
import { lacks } from '../support/needs.ts'
import { until } from '../support/process.ts'
import { Cluster } from './cluster.ts'
import { Rover, type Sitting } from './rover.ts'

/** Longer than a node's lease. */
const AWAY_MS = 15_000
const DECIDED_MS = 5_000
const isOpen = ({ closedAt }: Sitting) => closedAt === null
const isMissing = lacks('casters that share their streams', 'nats-server')

describe.skipIf(isMissing)(
  'a rover admitted from memory while its connection at another caster is open',
  { timeout: 120_000 },
  () => {
    let cluster: Cluster
    beforeAll(async () => {
      cluster = await Cluster.start({ casters: 2, natsServers: 1, stations: 1 })
      await cluster.base(0, 0)
    })
    afterAll(() => cluster?.stop())

    /** A rover known to both casters, with its older session at the first. */
    async function knownRover(whenFull: WhenFull) {
      const [login] = await cluster.issue(0, 1, whenFull)
      const { mountpoint } = cluster.places[0]!
      const rover = new Rover({ login: login!, station: 0, mountpoint, ports: cluster.ports, node: 1 })
      const sessions = () => cluster.openSessions([login!.id])
      await until(async () => (await rover.dial(1)) === 'ICY 200 OK')
      rover.current!.socket.end()
      await until(async () => (await sessions()) === 0)
      expect(await rover.dial(0)).toBe('ICY 200 OK')
      return { rover, sessions, older: rover.current! }
    }

    it(
      'keeps only the newer session (replace) or the older one (refuse) once the database is back',
      measuresTime(),
      async () => {
        const [replaced, refused] = await Promise.all([knownRover('replace'), knownRover('refuse')])
        const goOn = cluster.freezeDatabase()
        try {
          const over = sleep(AWAY_MS)
          for (const { rover } of [replaced, refused]) expect(await rover.dial(1)).toBe('ICY 200 OK')
          await over
          for (const { rover } of [replaced, refused]) expect(rover.sittings.filter(isOpen)).toHaveLength(2)
        } finally {
          goOn()
        }
        const outcomes = [
          { ...replaced, left: replaced.rover.sittings.at(-1)!, gone: replaced.older },
          { ...refused, left: refused.older, gone: refused.rover.sittings.at(-1)! },
        ]
        await until(() => outcomes.every(({ gone }) => gone.closedAt !== null), DECIDED_MS)
        for (const { rover, sessions, left } of outcomes) {
          await until(async () => (await sessions()) === 1)
          const heard = left.reader.frames
          await until(() => left.reader.frames > heard + 5)
          expect(left.closedAt).toBe(null)
          await rover.stop()
        }
      },
    )
  },
)
