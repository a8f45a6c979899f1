import { type Fix, writeGga } from '@vertice/ntrip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tidyUp } from '../../../src/start/jobs/tidy-up.ts'
import { endSessionsOfDead } from '../../../src/store/sessions/rows.ts'
import { type Login, Peer, rev1Request, TestCaster } from '../../support/caster.ts'
import { keepNode, keepWitness, stationIdOf } from '../../support/rows.ts'
import { STATIONS } from '../../support/service.ts'
import { aMinuteOfLooks, quietBase } from '../helpers.ts'

const { cdmx } = STATIONS
let caster: TestCaster
let base: Peer
let keeping: NodeJS.Timeout
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

beforeAll(async () => {
  caster = await TestCaster.start()
  await caster.service.saveStations(cdmx)
  base = await quietBase(caster, cdmx)
  // Keeps the station live, in portions of known size.
  keeping = setInterval(() => base.write('....'), 500)
})
afterAll(async () => {
  clearInterval(keeping)
  await caster.stop()
})

const issue = () => caster.issue({ station_codigo: 'CDMX' })
const query = async (text: string, values: unknown[] = []) => (await caster.service.db.pool.query(text, values)).rows
const recordOf = async ({ id }: Login) => (await query('select * from sessions where credential_id = $1', [id]))[0]
const sessionOf = ({ id }: Login) => caster.role.caster.sessions.all.find(({ credentialId }) => credentialId === id)

async function tell(rover: Peer, login: Login, fix: Fix | string): Promise<void> {
  const before = sessionOf(login)!.position.count
  rover.write(`${typeof fix === 'string' ? fix : writeGga(fix, new Date())}\r\n`)
  await expect.poll(() => sessionOf(login)!.position.count, { interval: 2 }).toBe(before + 1)
}

describe('a session', () => {
  it('is recorded from start to end: user, address, agent, bytes and position', async () => {
    const login = await issue()
    const before = Date.now()
    const request = rev1Request(cdmx.mountpoint, login.username, login.password)
    const rover = await Peer.open(caster.port, request.replace('NTRIP test', 'NTRIP Emlid Reach RS3/2.1'))
    await rover.until('ICY 200 OK\r\n\r\n')
    await expect.poll(() => recordOf(login)).toBeTruthy()
    expect(await recordOf(login)).toMatchObject({
      credential_id: login.id,
      username: login.username,
      mountpoint: cdmx.mountpoint,
      address: '127.0.0.1',
      agent: 'NTRIP Emlid Reach RS3/2.1',
      ended_at: null,
      end_reason: null,
      lat: null,
      quality: null,
    })

    for (const quality of [1, 5, 4, 4, 4]) await tell(rover, login, { lat: 19.4 + quality / 1000, lng: -99.1, quality })
    base.write('x'.repeat(1000))
    await rover.until('x'.repeat(1000))
    rover.leave()
    await rover.closed // by then it has received everything that was sent
    await expect.poll(async () => (await recordOf(login)).end_reason).toBe('client_left')

    const row = await recordOf(login)
    expect(row).toMatchObject({
      quality: 4,
      positions: 5,
      fixed_positions: 3,
      station_id: await stationIdOf(caster.service, 'CDMX'),
    })
    expect(row.lat).toBeCloseTo(19.404, 6)
    expect(row.lng).toBeCloseTo(-99.1, 6)
    expect(row.bytes).toBe(rover.received.length - 'ICY 200 OK\r\n\r\n'.length)
    const times = [new Date(before), row.started_at, row.position_at, row.ended_at, new Date()].map(Number)
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })

  it('keeps its last position when it loses its fix, and is marked as having none', async () => {
    const login = await issue()
    const rover = await caster.rover(login, cdmx.mountpoint)
    await tell(rover, login, { lat: 19.5, lng: -99.2, quality: 4 })
    await tell(rover, login, '$GPGGA,120000.00,,,,,0,00,99.99,,,,,,')
    rover.leave()
    await expect.poll(async () => (await recordOf(login)).end_reason).toBe('client_left')
    expect(await recordOf(login)).toMatchObject({ lat: 19.5, lng: -99.2, quality: 0, positions: 2, fixed_positions: 1 })
  })

  it('is recorded whatever the rover sends', async () => {
    const strange = await issue()
    const rover = await caster.rover(strange, cdmx.mountpoint)
    await tell(rover, strange, '$GPGGA,120000,1924.0,N,09906.0,W,4.5,12,1.0,2240.0,M,,M,,')
    await tell(
      rover,
      strange,
      '$GPGGA,999999,8999.9,N,17959.9,E,8.999,999,9999,-99999,M,,M,,'.replace('8999.9', '8959.9'),
    )
    rover.write('$GPGGA,\u0000\u0001,,,,,,,,,\r\n')
    rover.leave()
    const sane = await issue()
    const other = await caster.rover(sane, cdmx.mountpoint)
    other.leave()
    for (const login of [strange, sane])
      await expect.poll(async () => (await recordOf(login))?.end_reason).toBe('client_left')
  })

  it('is recorded with its progress while it is open', async () => {
    const login = await issue()
    const rover = await caster.rover(login, cdmx.mountpoint)
    await tell(rover, login, { lat: 19.6, lng: -99.3, quality: 5 })
    base.write('y'.repeat(500))
    await rover.until('y'.repeat(500))
    aMinuteOfLooks(caster.role.caster.sessions)
    await expect.poll(async () => (await recordOf(login)).bytes).toBeGreaterThanOrEqual(500)
    expect(await recordOf(login)).toMatchObject({ ended_at: null, lat: 19.6, quality: 5, positions: 1 })
    rover.close()
  })

  it('has a note while it is open on the network mountpoint without a position', async () => {
    const login = await caster.issue()
    const rover = await caster.rover(login, 'RED')
    sessionOf(login)!.note({ code: 'no_gga', params: {} })
    aMinuteOfLooks(caster.role.caster.sessions)
    await expect.poll(async () => (await recordOf(login))?.notes).toMatchObject([{ code: 'no_gga', params: {} }])
    expect(await recordOf(login)).toMatchObject({ ended_at: null, bytes: 0 })
    rover.close()
  })

  it('ends with the reason shutdown when its caster stops', async () => {
    const role = await caster.addNode()
    const own = await quietBase(caster, cdmx, role)
    const login = await issue()
    const rover = await caster.rover(login, cdmx.mountpoint, role.caster.address.port)
    await role.stop()
    await rover.closed
    expect(await recordOf(login)).toMatchObject({ end_reason: 'shutdown', ended_at: expect.any(Date) })
    expect(
      await query(`select id from nodes where id = (select node from sessions where credential_id = $1)`, [login.id]),
    ).toEqual([])
    own.close()
  })
})

describe('a caster', () => {
  it('stops cleanly right after its start', async () => {
    const nodes = () => query('select id from nodes order by id')
    const before = await nodes()
    const role = await caster.addNode()
    expect(await nodes()).toHaveLength(before.length + 1)
    const { port } = role.caster.address
    await role.stop()
    expect(await nodes()).toEqual(before)
    await expect(Peer.open(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})

describe('the counters', () => {
  it('count sessions and bytes, including those of sessions that ended', async () => {
    const counts = () => caster.role.caster.counts()
    await expect.poll(() => counts().rovers).toBe(0)
    const before = counts()
    const head = 'ICY 200 OK\r\n\r\n'
    const rovers: Peer[] = []
    for (const { username, password } of [await issue(), await issue()])
      rovers.push(await Peer.open(caster.port, rev1Request(cdmx.mountpoint, username, password)))
    for (const rover of rovers) await rover.until(head)
    base.write('z'.repeat(10_000))
    for (const rover of rovers) await rover.until('z'.repeat(10_000))
    expect(counts()).toMatchObject({ rovers: 2, sources: 1, droppedForSlowness: 0 })
    // The base continues, so only a rover that reads until the end has received all counted bytes.
    for (const rover of rovers) rover.leave()
    for (const rover of rovers) await rover.closed
    await expect.poll(() => counts().rovers).toBe(0)
    const received = rovers.reduce((sum, rover) => sum + rover.received.length - head.length, 0)
    expect(counts().bytesOut - before.bytesOut).toBe(received)
    expect(counts().bytesIn - before.bytesIn).toBeGreaterThanOrEqual(10_000)
  })
})

describe('a caster that lost its lease', () => {
  const NOW = new Date()
  const ghost = async (id: string, node: string) =>
    query(
      `insert into sessions (id, node, credential_id, username, mountpoint, started_at, address, agent)
       values ($1, $2, 1, 'u', 'm', $3, '', '')`,
      [id, node, new Date(NOW.getTime() - HOUR_MS)],
    )

  it('has its sessions ended at its last heartbeat; those of live casters stay', async () => {
    await keepWitness(caster.service.db)
    await keepNode(caster.service.db, 'silent', -11)
    await keepNode(caster.service.db, 'living', -8)
    const [{ seen }] = await query(`select seen_at as seen from nodes where id = 'silent'`)
    await ghost('of-silent', 'silent')
    await ghost('of-living', 'living')
    await endSessionsOfDead(caster.service.db)
    const rows = await query(`select id, end_reason, ended_at from sessions where id like 'of-%' order by id`)
    expect(rows).toEqual([
      { id: 'of-living', end_reason: null, ended_at: null },
      { id: 'of-silent', end_reason: 'node_lost', ended_at: seen },
    ])
    await query(`delete from sessions where id like 'of-%'`)
    await query(`delete from nodes where id in ('silent', 'living', 'witness')`)
  })

  it('keeps its sessions if it was only cut off from the database', async () => {
    const login = await issue()
    const rover = await caster.rover(login, cdmx.mountpoint)
    await expect.poll(() => recordOf(login)).toBeTruthy()
    // The other nodes have not heard of this one for too long.
    await keepWitness(caster.service.db)
    const isLost = async () => {
      await query(`update nodes set seen_at = now() - interval '11 seconds' where id <> 'witness'`)
      await endSessionsOfDead(caster.service.db)
      return (await recordOf(login)).end_reason
    }
    await expect.poll(isLost).toBe('node_lost')
    base.write('more')
    await rover.until('more')
    aMinuteOfLooks(caster.role.caster.sessions)
    await caster.role.lease.renew()
    await expect.poll(() => recordOf(login)).toMatchObject({ end_reason: null, ended_at: null })
    rover.leave()
    await expect.poll(() => recordOf(login)).toMatchObject({ end_reason: 'client_left' })
  })
})

describe('retention', () => {
  it('keeps sessions and rejections for 180 days and positions for 30', async () => {
    const now = new Date('2027-06-01T00:00:00Z')
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
    const session = (id: string, started: Date, ended: Date | null) =>
      query(
        `insert into sessions (id, node, credential_id, username, mountpoint, started_at, ended_at, address, agent, lat, lng, quality, positions, fixed_positions)
         values ($1, 'n', 1, 'u', 'm', $2, $3, '', '', 19, -99, 4, 10, 9)`,
        [id, started, ended],
      )
    await query('truncate sessions, refusals')
    await session('d-181', daysAgo(181), daysAgo(181))
    await session('d-181-live', daysAgo(181), null)
    await session('d-179', daysAgo(179), daysAgo(179))
    await session('d-31', daysAgo(31), daysAgo(31))
    await session('d-29', daysAgo(29), daysAgo(29))
    for (const days of [181, 179])
      await query(
        `insert into refusals (first_at, last_at, times, username, mountpoint, reason, address, agent) values ($1, $1, 1, $2, '', 'expired', '', '')`,
        [daysAgo(days), `r-${days}`],
      )
    // More old rows than one batch deletes.
    await query(
      `insert into sessions (id, node, credential_id, username, mountpoint, started_at, ended_at, address, agent)
       select 'many-' || i, 'n', 1, 'u', 'm', $1, $1, '', '' from generate_series(1, 1203) i`,
      [daysAgo(200)],
    )
    await tidyUp(caster.service.db, now)
    const rows = await query('select id, lat, lng, quality, fixed_positions from sessions order by started_at desc, id')
    const kept = { quality: 4, fixed_positions: 9 }
    expect(rows).toEqual([
      { id: 'd-29', lat: 19, lng: -99, ...kept },
      { id: 'd-31', lat: null, lng: null, ...kept },
      { id: 'd-179', lat: null, lng: null, ...kept },
      { id: 'd-181-live', lat: 19, lng: -99, ...kept },
    ])
    expect(await query('select username from refusals')).toEqual([{ username: 'r-179' }])
  })

  it('limits the number of rejections, and counts those of unknown users separately', async () => {
    await query('truncate refusals restart identity')
    const many = (count: number, reason: string, credentialId: number | null) =>
      query(
        `insert into refusals (first_at, last_at, times, username, credential_id, mountpoint, reason, address, agent)
         select now(), now(), 1, 'u', $3, '', $2, '', '' from generate_series(1, $1::int)`,
        [count, reason, credentialId],
      )
    await many(3, 'expired', 1)
    await many(3, 'bad_password', 1)
    await query(`select setval(pg_get_serial_sequence('refusals', 'id'), 5000000)`)
    await many(700, 'unknown_mountpoint', null)
    await tidyUp(caster.service.db, new Date())
    expect(await query('select reason, count(*)::int from refusals group by reason order by reason')).toEqual([
      { reason: 'bad_password', count: 3 },
      { reason: 'expired', count: 3 },
      { reason: 'unknown_mountpoint', count: 700 },
    ])
  })
})
