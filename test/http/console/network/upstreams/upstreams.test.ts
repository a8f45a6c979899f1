// Upstream casters in the console: everything that the command does, with permissions.
import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sourceRefuser } from '../../../../../src/actions/network/source-address.ts'
import { upstreamFollowing } from '../../../../../src/start/jobs/follow-upstreams.ts'
import { addressesOf } from '../../../../../src/start/roles/source-names.ts'
import { noteFailures } from '../../../../../src/store/stations/health.ts'
import { PlainCaster, strLine } from '../../../../caster/plain-caster.ts'
import { expectInvalid, expectProblem } from '../../../../support/problems.ts'
import { until } from '../../../../support/process.ts'
import { measure, stationIdOf } from '../../../../support/rows.ts'
import { BASE_URL } from '../../../../support/service.ts'
import { connectRover } from '../../rovers.ts'
import { type Browser, TestConsole } from '../../support.ts'

let site: TestConsole
let plain: PlainCaster
let operator: Browser

/** Runs the worker's job once. */
const follow = () => upstreamFollowing({ ...site.services, info() {} })()
const detail = async (id: number) => (await operator.get(`/upstreams/${id}`)).body
const add = async (body: object) => (await operator.post('/upstreams', body)).body.upstream

beforeAll(async () => {
  const refuseSource = sourceRefuser(['127.0.0.0/8'], addressesOf)
  site = await TestConsole.start(BASE_URL, {}, { refuseSource })
  plain = await new PlainCaster([
    strLine('ALFA', { name: 'Alfa' }),
    strLine('BETA'),
    strLine('VRS', { nmea: 1, solution: 1 }),
    strLine('LEON'),
  ]).start()
  operator = await site.signedIn('operator')
  await site.service.saveStations({ code: 'LEON', name: 'León', lat: 21.1, lng: -101.6 })
})
afterAll(async () => {
  await site.stop()
  await plain.kill()
})

describe('an upstream caster', () => {
  it('is previewed: shows offered and omitted mountpoints, and writes nothing', async () => {
    const { body } = await operator.post('/upstreams/try', { url: plain.url, prefix: '' })
    expect(body).toMatchObject({
      trouble: null,
      found: {
        ...{ listed: 4, offered: 3, leftOutTotal: 1 },
        mountpoints: [
          { mountpoint: 'ALFA', there: 'ALFA', name: 'Alfa', needsPosition: false },
          { mountpoint: 'BETA' },
          { mountpoint: 'VRS', needsPosition: true },
        ],
        leftOut: [{ mountpoint: 'LEON', why: 'mountpoint_of_station', prefixHelps: true }],
        login: { mountpoint: 'ALFA', why: null, isRefused: false },
      },
    })
    const apart = (await operator.post('/upstreams/try', { url: plain.url, prefix: 'OLD_' })).body.found
    expect([apart.offered, apart.mountpoints[3].mountpoint]).toEqual([4, 'OLD_LEON'])
    expect((await operator.get('/upstreams')).body.upstreams).toEqual([])
    expect((await operator.get('/stations')).body.total).toBe(1)
  })

  it('reports why it is unreachable', async () => {
    const nobody = await operator.post('/upstreams/try', { url: 'ntrip://127.0.0.1:1' })
    expect(nobody.body).toMatchObject({
      found: null,
      trouble: { code: 'nobody_listens', params: { host: '127.0.0.1', port: 1 } },
    })
    plain.refuses = 'HTTP/1.0 401 Unauthorized\r\n\r\n'
    const refused = await operator.post('/upstreams/try', { url: plain.url })
    plain.refuses = null
    expect(refused.body.trouble).toMatchObject({ code: 'refused', params: { reason: 'credentials' } })
    expectInvalid(await operator.post('/upstreams/try', {}), '/url')
    expectInvalid(await operator.post('/upstreams/try', { url: 'ntrip://10.0.0.1:2101' }), '/url')
  })

  it('reports a rejected login despite a readable sourcetable, and tests no mountpoint that is open', async () => {
    const url = plain.url.replace('s%40cret', 'wrong')
    const { found } = (await operator.post('/upstreams/try', { url })).body
    expect(found).toMatchObject({ listed: 4, login: { mountpoint: 'ALFA', why: { code: 'refused' }, isRefused: true } })
    expect(found.login.why.params).toEqual({ reason: 'credentials', said: 'HTTP/1.0 401 Unauthorized' })
    const { lines } = plain
    plain.lines = lines.map((line) => line.replace(';B;N;', ';N;N;'))
    const open = (await operator.post('/upstreams/try', { url })).body.found
    plain.lines = lines
    expect([open.offered, open.login]).toEqual([3, null])
    expect(plain.streams('ALFA')).toBe(0)
  })

  it('allows four concurrent previews of a silent caster and rejects the fifth as busy', async () => {
    const held = new Set<net.Socket>()
    const silent = net.createServer((socket) => void held.add(socket.on('error', () => {})))
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const url = `ntrip://127.0.0.1:${(silent.address() as net.AddressInfo).port}`
    const tries = Array.from({ length: 4 }, () => operator.post('/upstreams/try', { url }))
    await until(() => held.size === 4)
    expectProblem(await operator.post('/upstreams/try', { url }), 503, 'busy')
    for (const socket of held) socket.destroy()
    for (const { body } of await Promise.all(tries)) expect(body.trouble).toMatchObject({ code: 'closed' })
    silent.close()
  })

  it('is added with its mountpoints idle: neither measured nor down', async () => {
    const upstream = await add({ name: 'OLD', url: plain.url })
    expect(upstream).toMatchObject({
      name: 'OLD',
      url: `ntrip://127.0.0.1:${plain.port}`,
      hasLogin: true,
      answers: false,
    })
    expect(upstream.error.code).toBe('not_asked')
    await follow()
    const { mountpoints, leftOut, total, ...told } = await detail(upstream.id)
    expect(told.upstream).toMatchObject({ answers: true, error: null, listed: 4, offered: 3, inUse: 0, rovers: 0 })
    expect(told.upstream.answeredAt).not.toBeNull()
    expect(leftOut).toEqual([{ mountpoint: 'LEON', why: 'mountpoint_of_station', prefixHelps: true }])
    expect([total, mountpoints[0]]).toMatchObject([3, { mountpoint: 'ALFA', now: 'idle', status: null, rovers: 0 }])
    const { stations } = (await operator.get(`/stations?upstreamId=${upstream.id}`)).body
    expect(stations).toHaveLength(3)
    expect(stations[0]).toMatchObject({ code: 'ALFA', onDemand: true, measured: false })
    const { source } = (await operator.get(`/stations/${stations[0].id}`)).body
    expect(source).toMatchObject({ upstreamId: upstream.id, upstreamName: 'OLD', upstreamMountpoint: 'ALFA' })
  })

  it('shows which mountpoints stream, which are only in use, and which fail despite demand', async () => {
    const [{ id }] = (await operator.get('/upstreams?search=old')).body.upstreams
    const [beta, vrs] = [await stationIdOf(site.service, 'BETA'), await stationIdOf(site.service, 'VRS')]
    await measure(site.service, 'ALFA', { measuredAt: site.services.clock() })
    const why = { code: 'refused', params: { reason: 'credentials', said: 'HTTP/1.0 401 Unauthorized' } } as const
    await noteFailures(site.db, [{ stationId: beta, why }], site.services.clock())
    await connectRover(site, await site.owner('Own'), { stationId: vrs })
    await connectRover(site, await site.owner('Own'), { stationId: beta })
    const { id: waiting } = await connectRover(site, await site.owner('Own'))
    await site.db.pool.query("update sessions set mountpoint = 'vrs' where id = $1", [waiting])
    const { upstream, mountpoints } = await detail(id)
    expect(upstream).toMatchObject({ inUse: 3, rovers: 3, answers: true, refusesLogin: true })
    expect(mountpoints).toMatchObject([
      { mountpoint: 'BETA', now: 'no_data', failure: why, status: null, rovers: 1 },
      { mountpoint: 'ALFA', now: 'flowing', failure: null },
      { mountpoint: 'VRS', now: 'in_use', status: null, rovers: 2 },
    ])
    const reseller = await site.signedIn('reseller', await site.owner('Own'))
    for (const path of ['/stations', `/stations/${beta}`]) {
      const { status, text } = await reseller.get(path)
      expect([status, text.includes('401 Unauthorized')]).toEqual([200, false])
    }
  })

  it('counts all omitted mountpoints and lists first those that a prefix would fix', async () => {
    const [{ id }] = (await operator.get('/upstreams')).body.upstreams
    const { lines } = plain
    plain.lines = [...Array.from({ length: 300 }, (_, index) => strLine(`bad name ${index}`)), ...lines]
    const { found } = (await operator.post('/upstreams/try', { id })).body
    await operator.post(`/upstreams/${id}/ask`)
    await follow()
    const { upstream, leftOut } = await detail(id)
    plain.lines = lines
    expect([found.leftOutTotal, upstream.leftOut, leftOut.length]).toEqual([301, 301, 200])
    for (const [first] of [found.leftOut, leftOut])
      expect(first).toMatchObject({ mountpoint: 'LEON', prefixHelps: true })
    await operator.post(`/upstreams/${id}/ask`)
    await follow()
  })

  it('is the only source of its stations', async () => {
    const id = await stationIdOf(site.service, 'ALFA')
    expectInvalid(await operator.post(`/stations/${id}/secret`), '/stationId')
    expectInvalid(await operator.put(`/stations/${id}/pull`, { url: 'ntrip://127.0.0.1:2101/ALFA' }), '/stationId')
    expect((await operator.delete(`/stations/${id}/pull`)).status).toBe(200)
  })

  it('keeps its login while other fields than the address change, and never shows it', async () => {
    const [{ id }] = (await operator.get('/upstreams')).body.upstreams
    const changed = await operator.patch(`/upstreams/${id}`, { name: 'NEW', prefix: 'N_', servesNetwork: true })
    expect(changed.body.upstream).toMatchObject({ name: 'NEW', prefix: 'N_', servesNetwork: true, hasLogin: true })
    const { found } = (await operator.post('/upstreams/try', { id })).body
    expect(found.mountpoints[0]).toMatchObject({ mountpoint: 'N_ALFA', there: 'ALFA' })
    await operator.patch(`/upstreams/${id}`, { url: plain.url.replace('front:s%40cret@', '') })
    expect((await detail(id)).upstream.hasLogin).toBe(false)
    await operator.patch(`/upstreams/${id}`, { url: plain.url, name: 'OLD', prefix: '' })
    const changes = (await site.audit()).filter(({ action }) => action === 'upstream.changed')
    expect(changes.map(({ details }) => details.login)).toEqual(['kept', 'removed', 'set'])
    const log = JSON.stringify(await site.audit())
    const all = [
      changed.text,
      (await operator.get('/upstreams')).text,
      (await operator.get(`/upstreams/${id}`)).text,
      log,
    ]
    for (const text of all) expect(text).not.toMatch(/s%40cret|s@cret|front:/)
  })

  it('is rejected with the name of the invalid field', async () => {
    expectInvalid(
      await operator.post('/upstreams', { name: 'a b', url: 'http://x', prefix: '_' }),
      '/name',
      '/url',
      '/prefix',
    )
    expectInvalid(await operator.post('/upstreams', { name: 'old', url: plain.url }), '/name')
    expectInvalid(await operator.post('/upstreams', { name: 'FAR', url: 'ntrip://10.0.0.1:2101' }), '/url')
    expectProblem(await operator.patch('/upstreams/999999', { prefix: 'X' }), 404, 'upstream_not_found')
    expectProblem(await operator.get('/upstreams/999999'), 404, 'upstream_not_found')
  })

  it('has its mountpoints shown as down while it is unreachable', async () => {
    const [{ id }] = (await operator.get('/upstreams')).body.upstreams
    plain.tornAt = 40
    expect((await operator.post(`/upstreams/${id}/ask`)).status).toBe(202)
    await follow()
    plain.tornAt = null
    const { upstream, mountpoints } = await detail(id)
    expect(upstream).toMatchObject({ answers: false, error: { code: 'torn_table' } })
    expect(upstream.awaySince).not.toBeNull()
    expect(mountpoints.find((one: { mountpoint: string }) => one.mountpoint === 'VRS').now).toBe('away')
    const { stations } = (await operator.get('/stations?status=offline')).body
    expect(stations.map((one: { code: string; measured: boolean }) => [one.code, one.measured])).toContainEqual([
      'VRS',
      true,
    ])
  })

  it('is visible to users who see the system, changed by those who change the network, hidden from resellers', async () => {
    const [{ id }] = (await operator.get('/upstreams')).body.upstreams
    const viewer = await site.signedIn('viewer')
    expect((await viewer.get(`/upstreams/${id}`)).status).toBe(200)
    for (const refused of [
      await viewer.post('/upstreams', { name: 'MINE', url: plain.url }),
      await viewer.post('/upstreams/try', { id }),
      await viewer.post(`/upstreams/${id}/ask`),
      await viewer.delete(`/upstreams/${id}`),
    ])
      expectProblem(refused, 403, 'forbidden')
    const reseller = await site.signedIn('reseller', await site.owner('Own'))
    expectProblem(await reseller.get('/upstreams'), 403, 'forbidden')
    expect((await reseller.get(`/stations?upstreamId=${id}`)).body).toMatchObject({ stations: [], total: 0 })
    expect((await reseller.get('/stations')).text).not.toContain('OLD')
  })

  it('has settings per mountpoint', async () => {
    const [{ id }] = (await operator.get('/upstreams')).body.upstreams
    const { mountpoints } = await detail(id)
    const alfa = mountpoints.find(({ there }: { there: string }) => there === 'ALFA')
    expect([alfa.settings, alfa.hasLogin]).toEqual([
      { needsGga: null, name: null, isHidden: false, position: null },
      false,
    ])
    const path = `/upstreams/${id}/mountpoints/${alfa.id}`
    const account = { user: 'own', password: 'p:w' }
    const change = { needsGga: true, name: 'NORTE', isHidden: true, position: { lat: 25.7, lng: -100.3 } }
    const { body, text } = await operator.patch(path, { ...change, account })
    expect(body.mountpoint).toMatchObject({
      mountpoint: 'NORTE',
      needsPosition: true,
      hasLogin: true,
      settings: change,
    })
    expect(text).not.toContain('p:w')
    expect((await operator.get(`/stations/${alfa.id}`)).body.station).toMatchObject({ lat: 25.7, lng: -100.3 })
    expect((await operator.patch(path, { needsGga: null })).body.mountpoint).toMatchObject({
      ...{ mountpoint: 'NORTE', needsPosition: false, hasLogin: true },
      settings: { ...change, needsGga: null },
    })
    expectInvalid(await operator.patch(path, { name: 'LEON' }), '/name')
    expectInvalid(await operator.patch(path, { name: 'no name' }), '/name')
    expectInvalid(await operator.patch(path, { position: { lat: 91, lng: 0 } }), '/position/lat')
    expectInvalid(await operator.patch(path, { account: { user: 'a:b', password: 'c' } }), '/account')
    expectProblem(await operator.patch(`/upstreams/${id}/mountpoints/999999`, {}), 404, 'mountpoint_not_found')
    const back = await operator.patch(path, { name: null, isHidden: false, position: null, account: null })
    expect(back.body.mountpoint).toMatchObject({
      mountpoint: alfa.mountpoint,
      hasLogin: false,
      settings: alfa.settings,
    })
    const viewer = await site.signedIn('viewer')
    expect((await viewer.patch(path, { isHidden: true })).status).toBe(403)
  })

  it('is added, changed and tested only after a recent password confirmation', async () => {
    const [{ id }] = (await operator.get('/upstreams')).body.upstreams
    const late = await site.signedIn('operator')
    site.service.time = new Date(Date.now() + 15 * 60_000)
    for (const refused of [
      await late.post('/upstreams', { name: 'LATE', url: plain.url }),
      await late.patch(`/upstreams/${id}`, { prefix: 'X_' }),
      await late.post('/upstreams/try', { id }),
    ])
      expectProblem(refused, 403, 'confirmation_needed')
    site.service.time = null
  })

  it('archives its stations when removed, each action in the audit log', async () => {
    const [{ id }] = (await operator.get('/upstreams')).body.upstreams
    expect((await operator.delete(`/upstreams/${id}`)).body).toEqual({ ok: true, stations: 3 })
    expect((await operator.get('/stations')).body.total).toBe(1)
    const entries = (await site.audit()).filter(({ action }) => action.startsWith('upstream.'))
    expect([...new Set(entries.map(({ action }) => action))]).toEqual([
      'upstream.added',
      'upstream.followed',
      'upstream.changed',
      'upstream.mountpoint_set',
      'upstream.removed',
    ])
  })
})
