// The database is frozen for longer than a node's lease, so all nodes look dead although none is. The first node that
// renews its lease must not get anything that another one holds.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plannedEachTime } from '../../src/store/kit/database.ts'
import { withFixed } from '../support/fixed-values.ts'
import { freezeDatabase } from '../support/frozen-database.ts'
import { lacks } from '../support/needs.ts'
import { until } from '../support/process.ts'
import { Base } from './base.ts'
import { Cluster } from './cluster.ts'
import { Rover } from './rover.ts'

const AWAY_MS = 15_000
const KNOCK_MS = 1_500
const TAKEN = 'ERROR - Mount Point Taken or Invalid'
const CONFLICT = 'HTTP/1.0 409 Conflict'
const isMissing = lacks('casters that share their streams', 'nats-server')

describe.skipIf(isMissing)('a database that is frozen for fifteen seconds', () => {
  let cluster: Cluster
  beforeAll(async () => {
    // Without admission from memory, because this test is about the database's answers.
    const settings = withFixed({ casterRemembersMinutes: 0 })
    cluster = await Cluster.start({ casters: 2, natsServers: 1, stations: 1, settings })
  })
  afterAll(() => cluster?.stop())

  it('gives away no lease or session of a node that renews its lease a little later than others', async () => {
    const { db } = cluster.foundation
    const base = await cluster.base(0, 0)
    const rover = await cluster.rover(0, 0, { whenFull: 'refuse' })
    const before = { sitting: rover.current, line: base.newest }

    // Another device with the same credential and another receiver of the same station, at the other caster.
    const double = new Rover({ ...rover.options, node: 1, from: '127.0.0.2' })
    const second = new Base(cluster.places[0]!, cluster.ports)
    const answers = { double: [] as string[], second: [] as string[] }
    let isOver = false
    const knock = async (name: keyof typeof answers, dial: () => Promise<string>) => {
      while (!isOver) {
        answers[name].push(await dial())
        await sleep(KNOCK_MS)
      }
    }
    const knocking = [knock('double', () => double.dial(1)), knock('second', () => second.dial(1))]
    const toldNo = (times: number) => {
      const from = { double: answers.double.length, second: answers.second.length }
      const noes = () => [
        answers.double.slice(from.double).filter((answer) => answer === CONFLICT).length + double.sittings.length,
        answers.second.slice(from.second).filter((answer) => answer === TAKEN).length + second.lines.length,
      ]
      return until(() => noes().every((count) => count >= times), 40_000)
    }
    await toldNo(1)
    await db.transaction(async (tx) => {
      // The lock makes the owner's caster the last to renew its lease.
      await tx.query(plannedEachTime(`select from nodes where name = 'n0' for update`))
      const goOn = freezeDatabase(cluster.dataDir)
      await sleep(AWAY_MS).finally(goOn)
      await toldNo(2)
    })
    // Until a node has been alive for long enough to declare others dead.
    const canTell = plannedEachTime(`select from nodes where nodes_dead_before() > '-infinity' limit 1`)
    await until(async () => (await db.query(canTell)).length === 1, 40_000)
    await toldNo(1)
    isOver = true
    await Promise.all(knocking)
    await second.stop()

    expect([...answers.double, ...answers.second]).not.toContain('ICY 200 OK')
    expect([rover.current === before.sitting, rover.isIn]).toEqual([true, true])
    expect([base.newest === before.line, base.isPushing]).toEqual([true, true])
    await cluster.allHear()
    expect(cluster.account()).toMatchObject({ wrong: [], unexplained: [] })
    expect(await cluster.openSessions([rover.options.login.id])).toBe(1)
  })
})
