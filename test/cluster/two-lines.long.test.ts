// While nobody can be asked, whoever was known a moment ago is let in, also at another caster than the one where its line still is. Which
// of the two stays is decided as soon as somebody can be asked again.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WhenFull } from '../../src/domain/sessions/limit.ts'
import { lacks } from '../support/needs.ts'
import { until } from '../support/process.ts'
import { Cluster } from './cluster.ts'
import { Rover } from './rover.ts'

/** Longer than a node's lease. */
const AWAY_MS = 15_000
const DECIDED_MS = 5_000
const isMissing = lacks('casters that share their streams', 'nats-server')

describe.skipIf(isMissing)(
  'a rover that is let in from memory while its line at another caster lives',
  { timeout: 120_000 },
  () => {
    let cluster: Cluster
    beforeAll(async () => {
      cluster = await Cluster.start({ casters: 2, natsServers: 1, stations: 1 })
      await cluster.base(0, 0)
    })
    afterAll(() => cluster?.stop())

    it.each<[WhenFull, stays: 'older' | 'newer']>([
      ['replace', 'newer'],
      ['refuse', 'older'],
    ])('%s: only the %s one is left soon after the database goes on', async (whenFull, stays) => {
      const [login] = await cluster.issue(0, 1, whenFull)
      const { mountpoint } = cluster.places[0]!
      const rover = new Rover({ login: login!, station: 0, mountpoint, ports: cluster.ports, node: 1 })
      // Both casters have seen it.
      await until(async () => (await rover.dial(1)) === 'ICY 200 OK')
      rover.current!.socket.end()
      await until(async () => (await cluster.openSessions([login!.id])) === 0)
      expect(await rover.dial(0)).toBe('ICY 200 OK')
      const older = rover.current!

      const goOn = cluster.freezeDatabase()
      const over = sleep(AWAY_MS)
      expect(await rover.dial(1)).toBe('ICY 200 OK')
      const newer = rover.current!
      await over
      expect([older.closedAt, newer.closedAt]).toEqual([null, null])
      goOn()
      const [left, gone] = stays === 'newer' ? [newer, older] : [older, newer]
      await until(() => gone.closedAt !== null, DECIDED_MS)
      await until(async () => (await cluster.openSessions([login!.id])) === 1)
      const heard = left.reader.frames
      await until(() => left.reader.frames > heard + 5)
      expect(left.closedAt).toBe(null)
      await rover.stop()
    })
  },
)
