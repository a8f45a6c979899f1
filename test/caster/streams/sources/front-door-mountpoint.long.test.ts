import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { setOffer } from '../../../../src/actions/network/upstreams/offer.ts'
import { addUpstream, changeUpstream } from '../../../../src/actions/network/upstreams/set.ts'
import type { OfferChange } from '../../../../src/domain/network/upstreams/settings.ts'
import { listOffers } from '../../../../src/reads/streams.ts'
import { upstreamFollowing } from '../../../../src/start/jobs/follow-upstreams.ts'
import { tableReader } from '../../../../src/start/roles/upstream-tables.ts'
import { byTest } from '../../../support/action-context.ts'
import { Peer, rev1Request, TestCaster } from '../../../support/caster.ts'
import { stationIdOf } from '../../../support/rows.ts'
import { hearsMore } from '../../helpers.ts'
import { PlainCaster, strLine } from '../../plain-caster.ts'

const OWN = { user: 'front', password: 's@cret' }
let plain: PlainCaster
let caster: TestCaster
const context = () => byTest(caster.service.services)
const set = async (there: string, change: OfferChange) => {
  await setOffer(context(), { name: 'OLD' }, { there }, change)
  caster.role.caster.reconcile()
}
const follow = async () => {
  await caster.service.db.pool.query('update upstream_tables set due_at = to_timestamp(0)')
  const readTable = tableReader({ casterPullAllow: ['127.0.0.0/8'] })
  await upstreamFollowing({ ...caster.service.services, clock: () => new Date(), readTable, info() {} })()
  caster.role.caster.reconcile()
}
const table = async () => {
  const peer = await Peer.open(caster.port, 'GET / HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n')
  await vi.waitUntil(() => peer.text.includes('ENDSOURCETABLE'), { timeout: 90_000 })
  peer.close()
  const lines = peer.text.split('\r\n').filter((line) => line.startsWith('STR;'))
  return new Map(lines.map((line) => [line.split(';')[1]!, line.split(';')]))
}

beforeAll(async () => {
  plain = await new PlainCaster([strLine('ALFA'), strLine('BETA'), strLine('GAMMA', { nmea: 1 })]).start()
  caster = await TestCaster.start({ graceMs: 100, idleMs: 60_000 })
  await addUpstream(context(), { name: 'OLD', url: plain.url.replace('s%40cret', 'wrong'), prefix: 'O_' })
  await follow()
})
afterAll(async () => {
  await caster.stop()
  await plain.kill()
})

it('opens a mountpoint with its own login, and others with that of the upstream caster', async () => {
  await set('ALFA', { account: OWN })
  const login = await caster.issue({ station_codigo: 'O_ALFA' })
  const rover = await Peer.open(caster.port, rev1Request('O_ALFA', login.username, login.password))
  await vi.waitUntil(() => plain.streams('ALFA') === 1, { timeout: 90_000 })
  await hearsMore(rover)
  rover.close()
  const { db, keys } = caster.service.services
  const offers = await listOffers(db, keys)
  expect(offers.get(await stationIdOf(caster.service, 'O_BETA'))?.credentials?.password).toBe('wrong')
  const stored = await caster.service.db.pool.query(
    'select upstream_login from stations where upstream_login is not null',
  )
  expect(stored.rows).toHaveLength(1)
  expect(stored.rows[0].upstream_login.includes('s%40cret')).toBe(false)
})

it('keeps the configured name, position and GGA in the sourcetable, also after the next import', async () => {
  await set('BETA', { name: 'CENTRO', position: { lat: 20.5, lng: -100.25 }, needsGga: true })
  await set('GAMMA', { needsGga: false })
  plain.lines = [strLine('ALFA'), strLine('BETA', { name: 'Moved' }), strLine('GAMMA', { nmea: 1 })]
  await follow()
  await vi.waitUntil(async () => (await table()).get('CENTRO')?.[2] === 'Moved', { timeout: 90_000, interval: 200 })
  const now = await table()
  expect([now.has('O_BETA'), now.get('CENTRO')!.slice(9, 12)]).toEqual([false, ['20.5000', '-100.2500', '1']])
  expect(now.get('O_GAMMA')![11]).toBe('0')
})

it('opens one connection per rover for a mountpoint with GGA, and a shared one without', async () => {
  await set('BETA', { account: OWN })
  await set('GAMMA', { account: OWN })
  for (const [there, name, code, connections] of [
    ['BETA', 'CENTRO', 'O_BETA', 2],
    ['GAMMA', 'O_GAMMA', 'O_GAMMA', 1],
  ] as const) {
    const rovers = await Promise.all(
      [1, 2].map(async () => {
        const { username, password } = await caster.issue({ station_codigo: code })
        return Peer.open(caster.port, rev1Request(name, username, password))
      }),
    )
    for (const rover of rovers) await hearsMore(rover)
    expect(plain.streams(there)).toBe(connections)
    for (const rover of rovers) rover.close()
  }
})

it('omits a hidden mountpoint from the sourcetable, and serves rovers that know its name', async () => {
  await set('ALFA', { isHidden: true })
  await vi.waitUntil(async () => !(await table()).has('O_ALFA'), { timeout: 90_000, interval: 200 })
  const { username, password } = await caster.issue({ station_codigo: 'O_ALFA' })
  const rover = await Peer.open(caster.port, rev1Request('O_ALFA', username, password))
  await hearsMore(rover)
  rover.close()
  await set('ALFA', { isHidden: false })
  await vi.waitUntil(async () => (await table()).has('O_ALFA'), { timeout: 90_000, interval: 200 })
})

it('never sends the login of a mountpoint to another address', async () => {
  const { db, keys } = caster.service.services
  await changeUpstream(context(), { name: 'OLD' }, { url: `ntrip://x:y@localhost:${plain.port}` })
  for (const { credentials } of (await listOffers(db, keys)).values()) expect(credentials?.password).toBe('y')
})
