// An upstream caster: its mountpoints are offered, each is pulled while a rover wants it, idle ones raise no alert.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { framesIn } from '../../../../packages/rtcm/test/support/epochs.ts'
import {
  addUpstream,
  askUpstream,
  changeUpstream,
  removeUpstream,
} from '../../../../src/actions/network/upstreams/set.ts'
import { isUnmeasured, SILENT_AFTER_MS, statusAt } from '../../../../src/domain/stations/status.ts'
import { upstreamFollowing } from '../../../../src/start/jobs/follow-upstreams.ts'
import { tableReader } from '../../../../src/start/roles/upstream-tables.ts'
import { findUpstream } from '../../../../src/store/network/upstreams/rows.ts'
import { byTest } from '../../../support/action-context.ts'
import { type Login, Peer, rev1Request, TestCaster } from '../../../support/caster.ts'
import { ask, askRev1, hearsMore } from '../../helpers.ts'
import { PlainCaster, strLine } from '../../plain-caster.ts'

const GGA = '$GPGGA,120000.00,1926.0000,N,09908.0000,W,1,10,1.0,2240.0,M,0.0,M,,*7D'

let plain: PlainCaster
let caster: TestCaster
const following = () => {
  const { db, keys } = caster.service.services
  const readTable = tableReader({ casterPullAllow: ['127.0.0.0/8'] })
  return upstreamFollowing({ db, keys, clock: () => new Date(), readTable, info() {} })()
}
const context = () => byTest(caster.service.services)
const stationOf = async (code: string) => (await caster.service.services.current()).book.byCode.get(code.toLowerCase())!
const upstream = async () => (await findUpstream(caster.service.db, { name: 'OLD' }))!
/** Requests the sourcetable now and waits until it has been imported. */
async function follow(): Promise<void> {
  await askUpstream({ db: caster.service.db, now: new Date() }, { name: 'OLD' })
  await following()
}

/** The first bytes of the reply, admitted or not. */
async function answerTo({ username, password }: Login, mountpoint: string): Promise<string> {
  const peer = await Peer.open(caster.port, rev1Request(mountpoint, username, password))
  await vi.waitUntil(() => peer.received.length > 0, { timeout: 90_000 })
  peer.close()
  return peer.text
}

beforeAll(async () => {
  plain = await new PlainCaster([
    'CAS;old.example;2101;Old;Me;0;MEX;0;0;0.0.0.0;0;none',
    'NET;NET;Me;B;N;none;none;none;none',
    strLine('ALFA'),
    strLine('BETA', { name: 'Beta "quoted; name"' }),
    strLine('VRS', { nmea: 1, solution: 1 }),
    strLine('RED'),
    strLine('bad name'),
    strLine('alfa'),
    `STR;${'x'.repeat(5_000)}`,
  ]).start()
  caster = await TestCaster.start({ settingsMs: 50, graceMs: 300, idleMs: 700, positionMs: 200 })
  await addUpstream(context(), { name: 'OLD', url: plain.url })
  await following()
})
afterAll(async () => {
  await caster.stop()
  await plain.kill()
})

/** A time at which measurements of the last minute have expired. */
const soon = () => new Date(Date.now() + SILENT_AFTER_MS + 1)

describe('an upstream caster', () => {
  it('has its listed mountpoints offered, and the omitted ones reported', async () => {
    const { listed, offered, leftOut, answers } = await upstream()
    expect({ listed, offered, answers }).toEqual({ listed: 6, offered: 3, answers: true })
    expect(leftOut).toEqual([
      { mountpoint: 'RED', why: 'mountpoint_of_network' },
      { mountpoint: 'bad name', why: 'name_form' },
      { mountpoint: 'alfa', why: 'twice' },
    ])
    const alfa = await stationOf('ALFA')
    expect(alfa).toMatchObject({ mountpoint: 'ALFA', lat: 19.43, lng: -99.13, health: null, constellations: 'GPS+GLO' })
    expect([statusAt(alfa, new Date()), isUnmeasured(alfa, new Date())]).toEqual(['online', true])
  })

  it('has its idle mountpoints reported without telemetry by the API', async () => {
    const { body } = await caster.client.get('/vrs?lat=19.43&lng=-99.13')
    expect(body).toMatchObject({ modo: 'base', mountpoint: 'ALFA', station: { status: 'online', telemetria: false } })
    expect(JSON.stringify(body)).not.toContain('VRS')
    const { body: listed } = await caster.client.get('/stations')
    const told = listed.stations.map((one: Record<string, unknown>) => [one.codigo, one.telemetria, one.ultima_at])
    expect(told).toEqual(['ALFA', 'BETA', 'VRS'].map((code) => [code, false, null]))
  })

  it('has its mountpoints in our sourcetable with its own descriptions', async () => {
    const table = await ask(caster.port, 'GET / HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n')
    expect(table).toMatch(/STR;ALFA;ALFA;RTCM 3\.2;1074\(1\);2;GPS\+GLO;[^;]*;MEX;19\.4300;-99\.1300;0;0;OTHER;/)
    expect(table).toMatch(/STR;VRS;VRS;.*;1;1;OTHER;/)
  })

  it('is pulled once for all rovers of a mountpoint, until the idle timeout after the last', async () => {
    const login = await caster.issue({ station_codigo: 'ALFA' })
    const other = await caster.issue({ station_codigo: 'ALFA' })
    expect(plain.streams('ALFA')).toBe(0)
    const first = await caster.rover(login, 'ALFA')
    await hearsMore(first)
    const second = await caster.rover(other, 'ALFA')
    await hearsMore(second)
    expect(plain.streams('ALFA')).toBe(1)
    const { types, skippedBytes } = framesIn(second.received)
    expect([types.every((type) => type === 1074), skippedBytes]).toEqual([true, 0])
    first.close()
    second.close()
    await vi.waitUntil(() => plain.streams('ALFA') === 0, { timeout: 90_000 })
    const idle = await stationOf('ALFA')
    expect(statusAt(idle, new Date(Date.now() + 3_600_000))).toBe('online')
  })

  it('is closed to rovers without a credential for it, like any station', async () => {
    const login = await caster.issue({ station_codigo: 'BETA' })
    expect(await askRev1(caster.port, 'ALFA', login)).toMatch(/^HTTP\/1\.[01] 40[13]/)
  })

  it('gets one connection per rover for a mountpoint that needs a position', async () => {
    const logins: Login[] = [
      await caster.issue({ station_codigo: 'VRS' }),
      await caster.issue({ station_codigo: 'VRS' }),
    ]
    const rovers: Peer[] = []
    for (const login of logins) rovers.push(await caster.rover(login, 'VRS'))
    // At once: the upstream caster decides whether it serves a rover without a position.
    await Promise.all(rovers.map((rover) => vi.waitUntil(() => rover.received.length > 0, { timeout: 90_000 })))
    expect(plain.said.join('')).not.toContain(GGA)
    for (const rover of rovers) rover.write(`${GGA}\r\n`)
    for (const rover of rovers) await hearsMore(rover)
    expect(plain.streams('VRS')).toBe(2)
    await vi.waitUntil(() => plain.said.join('').includes(GGA), { timeout: 90_000 })
    rovers[0]!.close()
    await vi.waitUntil(() => plain.streams('VRS') === 1, { timeout: 90_000 })
    rovers[1]!.close()
    await vi.waitUntil(() => plain.streams('VRS') === 0, { timeout: 90_000 })
  })

  it('keeps its rovers connected during an outage, rejects new ones, and continues when it is back', async () => {
    const [login, other] = [
      await caster.issue({ station_codigo: 'BETA' }),
      await caster.issue({ station_codigo: 'BETA' }),
    ]
    const rover = await caster.rover(login, 'BETA')
    await hearsMore(rover)
    await plain.kill()
    await vi.waitUntil(async () => (await answerTo(other, 'BETA')).startsWith('HTTP/1.'), {
      timeout: 90_000,
      interval: 200,
    })
    await follow()
    expect(await upstream()).toMatchObject({ answers: false, error: { code: 'nobody_listens' } })
    expect(statusAt(await stationOf('ALFA'), soon())).toBe('offline')
    await vi.waitUntil(
      async () =>
        (await caster.service.db.pool.query(`select from sessions where notes::text like '%source_away%'`)).rowCount! >
        0,
      { timeout: 90_000 },
    )
    expect(rover.closedAt).toBeNull()
    await plain.start()
    await follow()
    expect(statusAt(await stationOf('ALFA'), soon())).toBe('online')
    await hearsMore(rover)
    rover.close()
  })

  it('loses no mountpoint to a truncated sourcetable', async () => {
    plain.tornAt = 200
    await follow()
    plain.tornAt = null
    expect((await upstream()).error?.code).toBe('torn_table')
    expect((await stationOf('BETA')).upstream?.state).toBe('away')
    await follow()
    expect((await stationOf('BETA')).upstream?.state).toBe('offered')
  })

  it('keeps unlisted mountpoints offline, takes them back, and writes only changes', async () => {
    const revision = async () =>
      (await caster.service.db.pool.query(`select revision from revisions where topic = 'stations'`)).rows[0].revision
    const lines = plain.lines
    plain.lines = lines.filter((line) => !line.startsWith('STR;BETA'))
    await follow()
    const gone = await stationOf('BETA')
    expect([gone.upstream?.state, statusAt(gone, soon()), gone.archived]).toEqual(['unlisted', 'offline', false])
    plain.lines = lines
    await follow()
    expect((await stationOf('BETA')).upstream?.state).toBe('offered')
    const before = await revision()
    await follow()
    expect(await revision()).toBe(before)
  })

  it('has its mountpoints named with a prefix, which resolves name clashes', async () => {
    await changeUpstream(context(), { name: 'OLD' }, { prefix: 'OLD_' })
    await following()
    expect((await upstream()).leftOut.map(({ why }) => why)).toEqual(['name_form', 'twice'])
    expect((await stationOf('ALFA')).mountpoint).toBe('OLD_ALFA')
    expect((await stationOf('OLD_RED')).mountpoint).toBe('OLD_RED')
    await changeUpstream(context(), { name: 'OLD' }, { prefix: '' })
    await following()
  })

  it('has its stations archived on removal, and restored with their credentials when added again', async () => {
    const login = await caster.issue({ station_codigo: 'ALFA' })
    await removeUpstream(context(), { name: 'OLD' })
    expect((await stationOf('ALFA')).archived).toBe(true)
    await addUpstream(context(), { name: 'OLD', url: plain.url })
    await following()
    expect((await stationOf('ALFA')).archived).toBe(false)
    const isIn = async () => (await answerTo(login, 'ALFA')).startsWith('ICY 200')
    await vi.waitUntil(isIn, { timeout: 90_000, interval: 100 })
  })

  it('has nothing imported if its address changed while the sourcetable was read', async () => {
    const { db, keys } = caster.service.services
    await askUpstream({ db, now: new Date() }, { name: 'OLD' })
    const read = tableReader({ casterPullAllow: ['127.0.0.0/8'] })
    const before = await upstream()
    plain.lines = [...plain.lines, strLine('OMEGA')]
    await upstreamFollowing({
      ...{ db, keys, clock: () => new Date(), info() {} },
      async readTable(from) {
        const found = await read(from)
        await caster.service.db.pool.query('update upstreams set url = $2 where id = $1', [
          before.id,
          'ntrip://127.0.0.1:1',
        ])
        return found
      },
    })()
    expect(await stationOf('OMEGA')).toBeUndefined()
    await caster.service.db.pool.query('update upstreams set url = $2 where id = $1', [before.id, before.url])
    await follow()
    expect(await stationOf('OMEGA')).toBeDefined()
  })

  it('cannot be this caster itself', async () => {
    await addUpstream(context(), { name: 'SELF', url: `ntrip://127.0.0.1:${caster.port}` })
    await following()
    const self = await findUpstream(caster.service.db, { name: 'SELF' })
    expect(self).toMatchObject({ offered: 0, answers: false, error: { code: 'ourselves' } })
    await removeUpstream(context(), { name: 'SELF' })
  })

  it('is rejected with the error in its address', async () => {
    const refused = (url: string) =>
      addUpstream(context(), { name: 'X', url }).then(
        () => null,
        (error) => error.fields[0].code,
      )
    expect(await refused('ntrip://h:2101/MOUNT')).toBe('upstream_caster_form')
    expect(await refused('http://h')).toBe('upstream_caster_form')
  })
})
