// A credential for one session has one in the whole network, also when it comes to three casters in the same moment.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CasterRole } from '../../src/start/caster.ts'
import { type Login, Peer, rev1Request, TestCaster } from '../support/caster.ts'
import { epochFrame } from '../support/epochs.ts'
import { STATIONS } from '../support/service.ts'
import { changeCredential, flowingBase, statusOf } from './helpers.ts'

const BASES = [STATIONS.cdmx, STATIONS.toluca, STATIONS.cuernavaca]
const TIMES = 20
const CALLERS = 50
let caster: TestCaster
let roles: CasterRole[]
const keeping: NodeJS.Timeout[] = []

beforeAll(async () => {
  caster = await TestCaster.start()
  await caster.service.saveStations(...BASES)
  roles = [caster.role, await caster.addNode(), await caster.addNode()]
  for (const [index, role] of roles.entries()) {
    const { peer } = await flowingBase(caster, BASES[index]!, role)
    keeping.push(setInterval(() => peer.write(epochFrame()), 500)) // a base of the network for as long as it takes
  }
})
afterAll(async () => {
  for (const timer of keeping) clearInterval(timer)
  await caster.stop()
})

async function issue(maxSessions: number, whenFull: 'refuse' | 'replace'): Promise<Login> {
  const login = await caster.issue()
  await changeCredential(caster, login.id, { max_sessions: maxSessions, when_full: whenFull })
  return login
}

/** From addresses of their own, so that none of them counts as one that comes too often. */
const callers = ({ username, password }: Login) =>
  Promise.all(
    Array.from({ length: CALLERS }, (_, number) =>
      Peer.open(
        roles[number % roles.length]!.caster.address.port,
        rev1Request('RED', username, password),
        `127.0.0.${10 + number}`,
      ),
    ),
  )

const answered = (peers: Peer[]) =>
  expect.poll(() => peers.every(({ received }) => received.length > 0), { timeout: 30_000 }).toBe(true)
const isIn = ({ text }: Peer) => text.startsWith('ICY 200 OK')
const liveOf = ({ id }: Login) => roles.reduce((sum, role) => sum + role.caster.sessions.countOf(id), 0)
const openOf = async ({ id }: Login): Promise<number> =>
  (await caster.service.db.pool.query('select from sessions where credential_id = $1 and ended_at is null', [id]))
    .rowCount!

describe(`${CALLERS} callers with one credential at three casters at once`, () => {
  it.each([1, 3])(`that refuses more than %i: exactly so many are let in, ${TIMES} times`, async (most) => {
    for (let times = 0; times < TIMES; times++) {
      const login = await issue(most, 'refuse')
      const peers = await callers(login)
      await answered(peers)
      const inside = peers.filter(isIn)
      expect(inside).toHaveLength(most)
      expect(new Set(peers.filter((peer) => !isIn(peer)).map(({ text }) => statusOf(text)))).toEqual(new Set([409]))
      expect([liveOf(login), await openOf(login)]).toEqual([most, most])
      expect(inside.every(({ closedAt }) => closedAt === null)).toBe(true)
      for (const peer of peers) peer.close()
    }
  })

  it.each([1, 3])(`that replaces beyond %i: exactly so many stay, ${TIMES} times`, async (most) => {
    for (let times = 0; times < TIMES; times++) {
      const login = await issue(most, 'replace')
      const peers = await callers(login)
      await answered(peers)
      await expect.poll(() => liveOf(login), { timeout: 30_000 }).toBe(most)
      await expect.poll(() => openOf(login), { timeout: 30_000 }).toBe(most)
      const staying = peers.filter((peer) => isIn(peer) && peer.closedAt === null)
      expect(staying).toHaveLength(most)
      for (const peer of peers) peer.close()
    }
  })
})
