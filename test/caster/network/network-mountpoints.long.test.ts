// Several network mountpoints on one caster: an open one for a group of stations, thinned and converted, beside a
// protected one with a VRS engine.
import { writeGga } from '@vertice/ntrip'
import { decodeEquipment, FrameReader } from '@vertice/rtcm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { framesIn, msm7Epoch, stationFrames } from '../../../packages/rtcm/test/support/epochs.ts'
import {
  addNetworkMountpoint,
  changeNetworkMountpoint,
  removeNetworkMountpoint,
} from '../../../src/actions/network/mountpoints/network.ts'
import { addMountpoint } from '../../../src/actions/network/mountpoints/write.ts'
import { setNetwork } from '../../../src/actions/network/set.ts'
import { addEquipment } from '../../../src/actions/stations/equipment.ts'
import { createGroup } from '../../../src/actions/stations/groups.ts'
import { saveStation } from '../../../src/actions/stations/save.ts'
import type { CasterRole } from '../../../src/start/roles/caster.ts'
import { listNetworkEngineStates } from '../../../src/store/network/network-mountpoints.ts'
import { credentials, startEngine } from '../../demo/simulator/engine.ts'
import { byTest } from '../../support/action-context.ts'
import { type Login, Peer, rev1Request, TestCaster } from '../../support/caster.ts'
import { until } from '../../support/process.ts'
import { Engine } from '../fake-engine.ts'
import { askRev1, isLive, refusalsOf } from '../helpers.ts'

const station = (code: string, lat: number, lng: number) => ({
  ...{ code, name: code, lat, lng, mountpoint: `${code}_RTCM32`, radiusKm: 40 },
})
/** Cholula is nearer to the rover than Puebla. */
const PUEBLA = station('PUEB', 19.0414, -98.2063)
const CHOLULA = station('CHOL', 19.0614, -98.2063)
const HERE = { lat: 19.06, lng: -98.2063 }
const [PUEB, CHOL] = [11, 12]
const HEAD = 'ICY 200 OK\r\n\r\n'
const OWN = [1006, 1033, 1077, 1087, 1097, 1230]
const MSM4 = [1006, 1033, 1074, 1084, 1094, 1230]

let caster: TestCaster
let engine: Engine
let community: number
const peers: Peer[] = []

beforeAll(async () => {
  caster = await TestCaster.start({ stableMs: 500, graceMs: 500, probeMs: 400, settingsMs: 300, vrsTimeoutMs: 1_500 })
  await caster.service.saveStations(PUEBLA, CHOLULA)
  ;({ id: community } = await createGroup(context(), { name: 'Comunidad', members: ['PUEB'] }))
  await push(PUEBLA, PUEB)
  await push(CHOLULA, CHOL)
  await setNetwork(context(), { switchAfterS: 0, switchNearerKm: 0 })
  const probe = await rover(await caster.issue(), 'RED')
  await until(() => heard(probe).bases.at(-1) === CHOL) // both bases have been online for long enough
})
afterAll(() => caster.stop())
beforeEach(async () => {
  engine = await Engine.start()
})
afterEach(async () => {
  for (const peer of peers.splice(0)) peer.close()
  const { networks } = (await caster.service.services.current()).book
  for (const { id, name } of networks) if (id > 0) await removeNetworkMountpoint(context(), name)
  engine.close()
})

const context = () => byTest(caster.service.services)
const add = (...[name, change]: [string, Parameters<typeof addNetworkMountpoint>[2]]) =>
  addNetworkMountpoint(context(), name, change)
const change = (...[name, wish]: [string, Parameters<typeof changeNetworkMountpoint>[2]]) =>
  changeNetworkMountpoint(context(), name, wish)

/** Pushes ten epochs a second, each with the time of a multiple of 100 ms. */
async function push({ code, mountpoint }: typeof PUEBLA, id: number, role: CasterRole = caster.role): Promise<Peer> {
  const peer = await caster.base(code, mountpoint, role.caster.address.port)
  peer.write(Buffer.concat([...stationFrames(id), ...msm7Epoch(Date.now(), id)]))
  const write = () => peer.write(Buffer.concat(msm7Epoch(Math.floor(Date.now() / 100) * 100, id)))
  const timer = setInterval(write, 100)
  const stop = () => {
    clearInterval(timer)
    peer.close()
  }
  caster.stopWithIt({ stop })
  await isLive(caster, code, role)
  return peer
}

const tell = (peer: Peer) => peer.write(`${writeGga({ ...HERE, quality: 4 }, new Date())}\r\n`)

async function begin(peer: Peer): Promise<Peer> {
  peers.push(peer)
  await peer.until(HEAD)
  peer.received = peer.received.subarray(HEAD.length) // a station's frames can follow in the same packet
  tell(peer)
  return peer
}

const rover = async ({ username, password }: Login, mountpoint: string) =>
  begin(await Peer.open(caster.port, rev1Request(mountpoint, username, password)))

const ask = (mountpoint: string, port = caster.port) =>
  Peer.open(port, `GET /${mountpoint} HTTP/1.0\r\nUser-Agent: NTRIP open\r\n\r\n`)

const visitor = async (mountpoint: string, port?: number) => begin(await ask(mountpoint, port))

/** What a rover received: message types, and the number of the base of each frame. */
function heard({ received }: Peer): { types: number[]; bases: number[] } {
  const [types, bases] = [new Set<number>(), [] as number[]]
  const reader = new FrameReader((payload, type) => {
    types.add(type)
    const base = payload.readUInt16BE(1) & 0xfff
    if (bases.at(-1) !== base) bases.push(base)
  })
  reader.push(received)
  return { types: [...types].sort(), bases }
}
const hears = (peer: Peer, types: readonly number[], ...bases: number[]) =>
  expect.poll(() => heard(peer), { timeout: 90_000 }).toEqual({ types, bases })
const hearsEngine = (peer: Peer) => until(() => peer.text.includes('<'))

const sessionsAt = async (mountpoint: string) => {
  const { rows } = await caster.service.db.pool.query(
    'select credential_id as id, end_reason as why, notes from sessions where mountpoint = $1 order by started_at',
    [mountpoint],
  )
  return rows
}
const lines = async () => {
  const peer = await Peer.open(caster.port, 'GET / HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n')
  const fields = (await peer.all()).split('\r\n').map((line) => line.split(';'))
  return new Map(fields.filter(([kind]) => kind === 'STR').map((line) => [line[1], line]))
}

describe('an open network mountpoint beside a protected one', () => {
  it('serve their rovers by their own group, form and engine, and leave the default one as it was', async () => {
    await add('COMUNIDAD', { isOpen: true, groupId: community, alteration: { form: 'msm4', everySeconds: 1 } })
    await add('COMERCIAL', { engine: engine.url() })
    const login = await caster.issue()
    const [open, paid] = [await visitor('comunidad'), await rover(login, 'COMERCIAL')]
    const other = await rover(await caster.issue(), 'RED')
    await hears(open, MSM4, PUEB)
    await hears(other, OWN, CHOL)
    await hearsEngine(paid)
    expect([open, other].map((peer) => framesIn(peer.received).skippedBytes)).toEqual([0, 0])
    // An epoch per second, of ten that the base sends.
    const epochs = () => framesIn(open.received).types.filter((type) => type === 1074).length
    await until(() => epochs() >= 3)
    expect(framesIn(other.received).types.filter((type) => type === 1077).length).toBeGreaterThan(10)
    expect((await (await ask('COMERCIAL')).all()).split('\r\n')[0]).toMatch(/401/)
    expect((await sessionsAt('COMUNIDAD')).map(({ id }) => id)).toEqual([null])
    expect((await sessionsAt('COMERCIAL')).map(({ id }) => Number(id))).toEqual([login.id])
  })

  it('are listed in the sourcetable with access, group, engine and form, and in GET /red', async () => {
    await add('COMUNIDAD', {
      ...{ isOpen: true, groupId: community, label: 'Comunidad, compacto' },
      alteration: { form: 'msm4', constellations: ['GPS', 'GLO'] },
    })
    await add('COMERCIAL', { engine: engine.url() })
    await expect
      .poll(async () => (await lines()).get('COMUNIDAD'), { timeout: 90_000 })
      .toMatchObject({ 2: 'Comunidad, compacto', 6: 'GPS+GLO', 9: '19.0414', 11: '1', 12: '0', 15: 'N', 16: 'N' })
    await expect.poll(async () => (await lines()).get('COMUNIDAD')![4]).toMatch(/1074.*1084/)
    expect((await lines()).get('COMERCIAL')).toMatchObject({ 11: '1', 12: '1', 15: 'B' })
    expect((await lines()).get('RED')).toMatchObject({ 11: '1', 12: '0', 15: 'B' })
    const { mountpoints } = (await caster.client.get('/red')).body.red
    const shown = mountpoints.map(({ nombre, modo, forma, grupo, abierto }: Record<string, unknown>) => [
      ...[nombre, modo, forma, grupo, abierto],
    ])
    expect(shown).toEqual([
      ['RED', 'base', 'as_is', null, false],
      ['COMERCIAL', 'vrs', 'as_is', null, false],
      ['COMUNIDAD', 'base', 'msm4', 'Comunidad', true],
    ])
    expect((await caster.client.get(`/vrs?lat=${HERE.lat}&lng=${HERE.lng}`)).body.modo).toBe('base')
  })

  it('limit open sessions by address, and refuse an open one without any base', async () => {
    await add('LIBRE', { isOpen: true })
    for (let count = 0; count < 3; count++) await visitor('LIBRE') // the limit of this caster
    expect(await (await ask('LIBRE')).all()).toContain('409')
    const { id } = await createGroup(context(), { name: 'Vacío', members: [] })
    await add('VACIA', { isOpen: true, groupId: id })
    expect(await (await ask('VACIA')).all()).toMatch(/^HTTP\/1\.[01] 503/)
  })

  it('are served by another node, and after a restart', async () => {
    await add('COMUNIDAD', { isOpen: true, groupId: community, alteration: { form: 'msm4' } })
    const second = await caster.addNode({ stableMs: 500, graceMs: 500 })
    await push(PUEBLA, PUEB, second)
    await hears(await visitor('COMUNIDAD', second.caster.address.port), MSM4, PUEB)
  })
})

describe('access to a protected network mountpoint', () => {
  it('is for credentials of the network and of its own group, within the stations of both', async () => {
    const { id: other } = await createGroup(context(), { name: 'Otro', members: ['CHOL'] })
    await add('GRUPO', { groupId: community })
    await add('OTRO', { groupId: other })
    await add('TODOS', {})
    const [network, member] = [await caster.issue(), await caster.issue({ grupo: 'Comunidad' })]
    await hears(await rover(network, 'GRUPO'), OWN, PUEB)
    await hears(await rover(network, 'OTRO'), OWN, CHOL)
    await hears(await rover(member, 'GRUPO'), OWN, PUEB)
    await hears(await rover(member, 'TODOS'), OWN, PUEB)
    expect(await askRev1(caster.port, 'OTRO', member)).toMatch(/^HTTP\/1\.[01] 401/)
    const ofStation = await caster.issue({ station_codigo: 'PUEB' })
    expect(await askRev1(caster.port, 'TODOS', ofStation)).toMatch(/^HTTP\/1\.[01] 401/)
    await expect
      .poll(async () => (await refusalsOf(caster, member.username)).map(({ reason }) => reason))
      .toEqual(['wrong_mountpoint'])
  })
})

describe('a VRS engine behind a further network mountpoint', () => {
  it('is replaced by the nearest base of the group in the form of the mountpoint, and returns', async () => {
    await add('COMERCIAL', { engine: engine.url(), groupId: community, alteration: { form: 'msm4' } })
    const states = async () => (await listNetworkEngineStates(caster.service.db)).map(({ answers }) => answers)
    await expect.poll(states).toEqual([true])
    const login = await caster.issue()
    const peer = await rover(login, 'COMERCIAL')
    await hearsEngine(peer)
    engine.answer = 'nothing'
    engine.hangUp()
    peer.received = Buffer.alloc(0)
    await until(() => framesIn(peer.received).types.includes(1094))
    await expect.poll(states).toEqual([false])
    const codes = async () => (await sessionsAt('COMERCIAL'))[0].notes.map(({ code }: { code: string }) => code)
    await expect.poll(codes).toEqual(expect.arrayContaining(['vrs_answers', 'vrs_away', 'base']))
    engine.answer = 'icy'
    engine.speak('back', 100)
    peer.received = Buffer.alloc(0)
    await hearsEngine(peer)
  })

  it('is converted to the form of the mountpoint', async () => {
    const real = await startEngine()
    const { username, password } = credentials
    await add('VRS_MSM4', {
      engine: `ntrip://${username}:${password}@127.0.0.1:${real.port}/VRS`,
      alteration: { form: 'msm4', constellations: ['GPS'] },
    })
    const peer = await rover(await caster.issue(), 'VRS_MSM4')
    await until(() => framesIn(peer.received).types.filter((type) => type === 1074).length > 5)
    const { types } = heard(peer)
    expect(types.filter((type) => type > 1070 && type < 1140)).toEqual([1074])
    // Changed, replaced and removed while the rover is connected.
    await change('VRS_MSM4', { alteration: {} })
    peer.received = Buffer.alloc(0)
    await until(() => framesIn(peer.received).types.some((type) => type === 1077 || type === 1087))
    await change('VRS_MSM4', { engine: null, alteration: { form: 'msm4' } })
    await until(() => heard(peer).bases.at(-1) === CHOL)
    expect(peer.closedAt).toBeNull()
    await real.close()
  })
})

describe('a network mountpoint that changes while rovers are connected', () => {
  it('gives them its new form and group, also under another name, and ends them when it is removed', async () => {
    await add('UNO', { alteration: { form: 'msm4' } })
    const login = await caster.issue()
    const peer = await rover(login, 'UNO')
    await hears(peer, MSM4, CHOL)
    await change('UNO', { name: 'DOS', groupId: community })
    peer.received = Buffer.alloc(0)
    await until(() => heard(peer).bases.at(-1) === PUEB)
    await change('dos', { alteration: {} })
    peer.received = Buffer.alloc(0)
    await until(() => framesIn(peer.received).types.includes(1097))
    await change('DOS', { alteration: { form: 'msm5' } })
    peer.received = Buffer.alloc(0)
    await until(() => framesIn(peer.received).types.includes(1095))
    expect(peer.closedAt).toBeNull()
    await removeNetworkMountpoint(context(), 'DOS')
    await peer.closed
    await expect.poll(async () => (await sessionsAt('UNO')).map(({ why }) => why)).toEqual(['mountpoint_closed'])
    expect(await askRev1(caster.port, 'DOS', login)).toContain('SOURCETABLE 200 OK')
  })

  it('ends rovers that it no longer admits', async () => {
    await add('PUBLICO', { isOpen: true })
    await add('CERRADO', {})
    const [open, member] = [
      await visitor('PUBLICO'),
      await rover(await caster.issue({ grupo: 'Comunidad' }), 'CERRADO'),
    ]
    const network = await rover(await caster.issue(), 'CERRADO')
    await hears(member, OWN, PUEB)
    const { id } = await createGroup(context(), { name: 'Cholula', members: ['CHOL'] })
    await change('PUBLICO', { isOpen: false })
    await change('CERRADO', { groupId: id })
    await Promise.all([open.closed, member.closed])
    await hears(network, OWN, CHOL)
    const ended = async () => (await sessionsAt('CERRADO')).map(({ why, notes }) => [why, notes.at(-1)?.code])
    await expect.poll(ended).toEqual([
      ['changed', 'left_group'],
      [null, 'base'],
    ])
    await expect.poll(async () => (await sessionsAt('PUBLICO')).map(({ why }) => why)).toEqual(['mountpoint_closed'])
  })
})

it('announces the positions of its bases in another frame, like a derived mountpoint of the same station', async () => {
  await saveStation(context(), { code: 'PUEB', frame: 'mexico-itrf2008', epoch: 2010, velocity: [-11.2, 2.4, -250] })
  const alteration = { announced: { frame: 'itrf2014', epoch: 2026.5 }, form: 'msm4' }
  await add('EPOCA_2026', { groupId: community, alteration })
  await addMountpoint(context(), 'PUEB_2026', { code: 'PUEB' }, { alteration })
  const position = (peer: Peer) => {
    let found: string | null = null
    new FrameReader((payload, type) => {
      if (type === 1006) found ??= payload.toString('hex')
    }).push(peer.received)
    return found
  }
  const network = await rover(await caster.issue(), 'EPOCA_2026')
  const derived = await rover(await caster.issue({ station_codigo: 'PUEB' }), 'PUEB_2026')
  const own = await rover(await caster.issue({ station_codigo: 'PUEB' }), PUEBLA.mountpoint)
  await until(() => [network, derived, own].every((peer) => position(peer) !== null))
  expect(position(network)).toBe(position(derived))
  expect(position(network)).not.toBe(position(own))
  await expect.poll(async () => (await lines()).get('EPOCA_2026')?.[18]).toBe('ITRF2014 epoch 2026.5')
})

it('adds the antenna and receiver of the base that serves, from its record', async () => {
  const alteration = { added: { types: [1008, 1033], replaces: true } }
  await caster.service.saveStations(station('NUEVA', 25, -100))
  const code = 'antenna_unknown'
  await expect(add('TODAS', { alteration })).rejects.toMatchObject({
    fields: [{ code, params: { code: 'NUEVA' } }, {}],
  })
  const login = await caster.issue()
  for (const [of, group, serial] of [
    ['PUEB', 'Puebla', '111'],
    ['CHOL', 'Cholula sola', '222'],
  ] as const) {
    const { id } = await createGroup(context(), { name: group, members: [of] })
    const unknown = { firmware: '', radome: '', up: null, east: null, north: null, removedAt: null, serial }
    const now = { installedAt: new Date(), ...unknown }
    await addEquipment(context(), { code: of }, { ...now, kind: 'antenna', type: 'TRM59800.00', radome: 'SCIT' })
    await addEquipment(context(), { code: of }, { ...now, kind: 'receiver', type: 'SEPT POLARX5' })
    await add(`${of}_COMPLETO`, { alteration, groupId: id })
    const peer = await rover(login, `${of}_COMPLETO`)
    const antenna = `TRM59800.00     SCIT/${serial}`
    await expect.poll(() => described(peer), { timeout: 90_000 }).toEqual([`${antenna}/`, `${antenna}/SEPT POLARX5`])
    await expect.poll(() => heard(peer).types).toEqual([1006, 1008, 1033, 1077, 1087, 1097, 1230])
  }
})

/** The antennas and receivers that a rover was told. */
function described({ received }: Peer): string[] {
  const found = new Set<string>()
  new FrameReader((payload) => {
    const equipment = decodeEquipment(payload)
    if (equipment) found.add([equipment.antenna, equipment.antennaSerial, equipment.receiver?.type].join('/'))
  }).push(received)
  return [...found].sort()
}
