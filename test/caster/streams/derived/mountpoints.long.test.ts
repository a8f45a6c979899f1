import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { framesIn, msm7Epoch, stationFrames } from '../../../../packages/rtcm/test/support/epochs.ts'
import { addMountpoint, changeMountpoint, removeMountpoint } from '../../../../src/actions/network/mountpoints/write.ts'
import { setNetwork } from '../../../../src/actions/network/set.ts'
import { saveStation } from '../../../../src/actions/stations/save.ts'
import { Refusal } from '../../../../src/domain/codes/refusal.ts'
import type { MountpointChange } from '../../../../src/domain/network/mountpoints/mountpoint.ts'
import { byTest } from '../../../support/action-context.ts'
import { type Login, Peer, rev1Request, TestCaster } from '../../../support/caster.ts'
import { measuresTime } from '../../../support/loop-watch.ts'
import { isLive } from '../../helpers.ts'

const STATION = { code: 'CDMX', name: 'México', mountpoint: 'CDMX_RTCM32', lat: 19.4, lng: -99.1 }

let caster: TestCaster
let login: Login
let base: { stop(): void }

/** Pushes ten epochs a second, each with the time of a multiple of 100 ms. */
async function begin(): Promise<{ stop(): void }> {
  const peer = await caster.base(STATION.code, STATION.mountpoint)
  peer.write(Buffer.concat([...stationFrames(7), ...msm7Epoch(Date.now())]))
  const timer = setInterval(() => peer.write(Buffer.concat(msm7Epoch(Math.floor(Date.now() / 100) * 100))), 100)
  await isLive(caster, STATION.code)
  const stop = () => {
    clearInterval(timer)
    peer.close()
  }
  caster.stopWithIt({ stop })
  return { stop }
}

const context = () => byTest(caster.service.services)
const add = (name: string, change: MountpointChange = {}) =>
  addMountpoint(context(), name, { code: STATION.code }, change)
const typesOf = (peer: Peer) => [...new Set(framesIn(peer.received).types)].sort()
const anonymous = (mountpoint: string) =>
  Peer.open(caster.port, `GET /${mountpoint} HTTP/1.0\r\nUser-Agent: NTRIP open\r\n\r\n`)
const table = async () => {
  const peer = await Peer.open(caster.port, 'GET / HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n')
  return (await peer.all()).split('\r\n').map((line) => line.split(';'))
}
const lineOf = async (mountpoint: string) =>
  (await table()).find(([kind, name]) => kind === 'STR' && name === mountpoint)
const faultsOf = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error) => (error instanceof Refusal ? error.fields.map(({ code }) => code) : Promise.reject(error)),
  )

beforeAll(async () => {
  caster = await TestCaster.start({ settingsMs: 60_000 })
  await caster.service.saveStations(STATION)
  login = await caster.issue({ station_codigo: STATION.code })
  await setNetwork(context(), { name: 'Red' })
  await add('ALIAS')
  await add('MSM4_GPS', { alteration: { form: 'msm4', constellations: ['GPS'] }, label: 'GPS, compact' })
  await add('OLD', { alteration: { form: 'legacy' } })
  base = await begin()
})
afterAll(() => caster.stop())

describe('a derived mountpoint', () => {
  it('serves the altered stream, and the station’s own stream is unchanged', async () => {
    const [altered, own] = [await rover('MSM4_GPS'), await rover(STATION.mountpoint)]
    await vi.waitFor(() => {
      expect(typesOf(altered)).toEqual([1006, 1033, 1074])
      expect(typesOf(own)).toEqual([1006, 1033, 1077, 1087, 1097, 1230])
    }, WAIT)
    expect(framesIn(altered.received).skippedBytes).toBe(0)
    altered.close()
    own.close()
  })

  it('sends the station messages first, and is converted once for all rovers', async () => {
    const rovers = await Promise.all([1, 2, 3].map(() => rover('OLD')))
    await vi.waitFor(() => {
      for (const one of rovers) expect(framesIn(one.received).types).toContain(1012)
    }, WAIT)
    for (const one of rovers) expect(framesIn(one.received).types.slice(0, 3)).toEqual([1006, 1033, 1230])
    expect(caster.figures.altered).toBe(1)
    // Galileo has no legacy message: its observations are omitted and counted.
    expect(caster.figures.notConverted.get('no_older_form')).toBeGreaterThan(0)
    for (const one of rovers) one.close()
    await vi.waitFor(() => expect(caster.figures.altered).toBe(0), WAIT)
  })

  it('needs no conversion while it is only an alias', async () => {
    const alias = await rover('alias')
    await vi.waitFor(() => expect(typesOf(alias)).toContain(1097), WAIT)
    expect(caster.figures.altered).toBe(0)
    alias.close()
    await vi.waitFor(async () => {
      const { rows } = await caster.service.db.pool.query("select mountpoint from sessions where mountpoint = 'ALIAS'")
      expect(rows).toHaveLength(1)
    }, WAIT)
  })

  it('changes for connected rovers, and disconnects them when it is removed', measuresTime(), async () => {
    await add('CHANGING', { alteration: { constellations: ['GLO'] } })
    const peer = await rover('CHANGING')
    await vi.waitFor(() => expect(typesOf(peer)).toContain(1087), WAIT)
    await changeMountpoint(context(), 'changing', { alteration: { form: 'msm5' } })
    await vi.waitFor(() => expect(typesOf(peer)).toEqual(expect.arrayContaining([1075, 1085, 1095])), WAIT)
    peer.received = Buffer.alloc(0)
    await changeMountpoint(context(), 'CHANGING', { alteration: {} })
    await vi.waitFor(() => expect(typesOf(peer)).toEqual(expect.arrayContaining([1077, 1087, 1097])), WAIT)
    expect(peer.closedAt).toBeNull()
    const removedAt = performance.now()
    await removeMountpoint(context(), 'CHANGING')
    await peer.closed
    expect(performance.now() - removedAt).toBeLessThan(5_000)
    await vi.waitFor(async () => {
      const { rows } = await caster.service.db.pool.query(
        "select end_reason from sessions where mountpoint = 'CHANGING' and ended_at is not null",
      )
      expect(rows).toEqual([{ end_reason: 'mountpoint_closed' }])
    }, WAIT)
  })

  it('continues when its station is back', async () => {
    const peer = await rover('MSM4_GPS')
    await vi.waitFor(() => expect(typesOf(peer)).toContain(1074), WAIT)
    base.stop()
    await isLive(caster, STATION.code, caster.role, false)
    peer.received = Buffer.alloc(0)
    base = await begin()
    await vi.waitFor(() => expect(typesOf(peer)).toEqual([1006, 1033, 1074]), WAIT)
    peer.close()
  })

  it('is listed in the sourcetable with its content, with and without rovers', async () => {
    await vi.waitFor(async () => {
      expect(await lineOf('MSM4_GPS')).toMatchObject({
        2: 'GPS, compact',
        6: 'GPS',
        15: 'B',
        18: 'ITRF2008 epoch 2010.0, of CDMX_RTCM32',
      })
      expect((await lineOf('MSM4_GPS'))![4]).toMatch(/^1006(\(\d+\))?,1033(\(\d+\))?,1074\(0\.1\)$/)
      expect(await lineOf('OLD')).toMatchObject({ 6: 'GPS+GLO', 5: '2' })
      expect((await lineOf('OLD'))![4]).toMatch(/1004\(0\.1\),1006.*,1012\(0\.1\),1033/)
      expect((await lineOf('ALIAS'))![4]).toBe((await lineOf(STATION.mountpoint))![4])
    }, WAIT)
    const [before, peer] = [(await lineOf('OLD'))!, await rover('OLD')]
    await vi.waitFor(() => expect(caster.figures.altered).toBe(1), WAIT)
    // The content is measured now instead of derived: it is the same, with a bit rate.
    await vi.waitFor(async () => {
      const line = (await lineOf('OLD'))!
      expect(Number(line[17])).toBeGreaterThan(0)
      expect([line[5], line[6]]).toEqual([before[5], before[6]])
      expect(line[4]).toContain('1004(0.1)')
    }, WAIT)
    peer.close()
  })
})

describe('mountpoint names', () => {
  it.each([
    ['the network', 'red', ['mountpoint_of_network']],
    ['a station', 'cdmx_rtcm32', ['mountpoint_of_station']],
    ['another one', 'alias', ['mountpoint_exists']],
    ['nothing', '', ['mountpoint_form']],
  ])('are rejected if they are those of %s', async (_, name, faults) => {
    expect(await faultsOf(add(name))).toEqual(faults)
  })

  it('cannot be reused by stations and the network', async () => {
    const other = { code: 'OTHER', name: 'Other', lat: 20, lng: -99 }
    expect(await faultsOf(saveStation(context(), { ...other, mountpoint: 'Alias' }))).toEqual(['mountpoint_exists'])
    expect(await faultsOf(setNetwork(context(), { mountpoint: 'aLIAS' }))).toEqual(['mountpoint_exists'])
    expect(await faultsOf(saveStation(context(), { code: STATION.code, isRtcm: false }))).toEqual([
      'altered_mountpoints',
    ])
  })

  it('are assigned once when two requests want one at the same moment', async () => {
    const other = { code: 'TWICE', name: 'Twice', lat: 21, lng: -99, mountpoint: 'TWICE' }
    const results = await Promise.all([faultsOf(add('TWICE')), faultsOf(saveStation(context(), other))])
    expect(results.filter((faults) => faults.length === 0)).toHaveLength(1)
  })
})

describe('an open mountpoint', () => {
  it('needs no login, limits sessions by address, and records them without a user', async () => {
    await add('OPEN', { isOpen: true })
    const peers: Peer[] = []
    // This caster allows three sessions at once.
    for (let count = 0; count < 3; count++) peers.push(await anonymous('OPEN'))
    for (const peer of peers) await peer.until('ICY 200 OK\r\n\r\n')
    expect(await (await anonymous('OPEN')).all()).toContain('409')
    expect(await lineOf('OPEN')).toMatchObject({ 15: 'N', 16: 'N' })
    expect(await lineOf(STATION.mountpoint)).toMatchObject({ 15: 'B', 16: 'Y' })
    await vi.waitFor(async () => {
      const { rows } = await caster.service.db.pool.query(
        "select credential_id, username from sessions where mountpoint = 'OPEN'",
      )
      expect(rows).toEqual([1, 2, 3].map(() => ({ credential_id: null, username: '' })))
    }, WAIT)
    const known = await Peer.open(caster.port, rev1Request('OPEN', login.username, 'wrong'))
    expect(await known.all()).toContain('409') // the login is ignored
    await changeMountpoint(context(), 'OPEN', { isOpen: false })
    await Promise.all(peers.map((peer) => peer.closed))
    expect(await (await anonymous('OPEN')).all()).toContain('401')
    await vi.waitFor(async () => {
      const { rows } = await caster.service.db.pool.query(
        "select end_reason from sessions where mountpoint = 'OPEN' and ended_at is not null",
      )
      expect(rows).toEqual([1, 2, 3].map(() => ({ end_reason: 'mountpoint_closed' })))
    }, WAIT)
  })

  it('may be a station’s own mountpoint', async () => {
    await saveStation(context(), { code: STATION.code, isOpen: true })
    const peer = await anonymous(STATION.mountpoint)
    await peer.until('ICY 200 OK\r\n\r\n')
    await saveStation(context(), { code: STATION.code, isOpen: false })
    await peer.closed
  })
})

describe('the operator’s own sourcetable lines', () => {
  const CAS = 'CAS;other.example;2101;Other;Other;0;MEX;19.00;-99.00;0.0.0.0;0;'
  const STR = 'STR;ELSEWHERE;RemoteStations;RTCM 3.2;1004(1);2;GPS;Other;MEX;19.00;-99.00;0;0;x;none;B;N;9600;'

  it('are listed in the sourcetable, and open no stream', async () => {
    await setNetwork(context(), { tableLines: [CAS, STR] })
    const lines = (await table()).map((fields) => fields.join(';'))
    expect(lines).toEqual(expect.arrayContaining([CAS, STR]))
    const asked = await Peer.open(caster.port, rev1Request('ELSEWHERE', login.username, login.password))
    expect(await asked.all()).toContain('SOURCETABLE 200 OK')
    // A mountpoint created here later takes precedence.
    await add('ELSEWHERE')
    expect((await table()).filter(([, name]) => name === 'ELSEWHERE')).toHaveLength(1)
    expect((await lineOf('ELSEWHERE'))?.[2]).toBe('Mexico')
  })

  it.each([
    ['a name of ours', STR.replace('ELSEWHERE', 'alias'), 'table_line_taken'],
    ['too few fields', 'STR;A;B;C', 'table_line_form'],
    ['another kind', 'XYZ;1;2;3;4;5;6;7;8;9;10;11', 'table_line_form'],
    ['two lines in one', `${CAS}\r\nENDSOURCETABLE`, 'table_line_form'],
    ['a place that is none', CAS.replace('19.00', 'north'), 'table_line_form'],
  ])('are rejected with %s', async (_, line, fault) => {
    expect(await faultsOf(setNetwork(context(), { tableLines: [line] }))).toEqual([fault])
  })
})

const HEAD = 'ICY 200 OK\r\n\r\n'
const WAIT = { timeout: 90_000, interval: 50 }
/** A rover with its own credential; `received` starts after the response header. */
async function rover(mountpoint: string): Promise<Peer> {
  const { username, password } = await caster.issue({ station_codigo: STATION.code })
  const peer = await Peer.open(caster.port, rev1Request(mountpoint, username, password))
  await peer.until(HEAD)
  peer.received = peer.received.subarray(HEAD.length)
  return peer
}

it('records what could not be converted by mountpoint, at the latest when the caster stops', async () => {
  await caster.role.stop()
  const { rows } = await caster.service.db.pool.query(
    `select name, reason, times::int from mountpoint_not_converted join mountpoints on id = mountpoint_id order by 1, 2`,
  )
  expect(rows).toContainEqual({
    name: 'OLD',
    reason: 'no_older_form',
    times: caster.figures.notConverted.get('no_older_form'),
  })
})
