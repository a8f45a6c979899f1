import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversionOf } from '../../../../../src/domain/network/mountpoints/conversion.ts'
import { addNotConverted } from '../../../../../src/store/network/not-converted.ts'
import { expectInvalid, expectProblem } from '../../../../support/problems.ts'
import { stationIdOf } from '../../../../support/rows.ts'
import { connectRover } from '../../rovers.ts'
import { type Browser, TestConsole } from '../../support.ts'

let site: TestConsole
let operator: Browser
let stationId: number

beforeAll(async () => {
  site = await TestConsole.start()
  operator = await site.signedIn('operator')
  await site.service.saveStations({ code: 'LEON', name: 'León', lat: 21.1, lng: -101.6, constellations: 'GPS+GLO+GAL' })
  stationId = await stationIdOf(site.service, 'LEON')
})
afterAll(() => site.stop())

describe('derived mountpoints', () => {
  it('are added, changed, listed and removed, each with an audit entry', async () => {
    const alteration = { form: 'legacy', everySeconds: 5 }
    const added = await operator.post('/mountpoints', { name: 'LEON_OLD', stationId, alteration })
    expect(added.body.mountpoint).toMatchObject({
      ...{ name: 'LEON_OLD', stationCode: 'LEON', isOpen: false, label: null },
      alteration: { form: 'legacy', everySeconds: 5, messages: null, constellations: null },
    })
    const changed = await operator.patch('/mountpoints/leon_old', { isOpen: true, label: 'León, 1004' })
    expect(changed.body.mountpoint).toMatchObject({ isOpen: true, label: 'León, 1004', alteration })
    expect((await operator.get(`/mountpoints?stationId=${stationId}`)).body.mountpoints).toHaveLength(1)
    expect((await operator.get('/mountpoints?search=nothing')).body.mountpoints).toEqual([])
    const client = await site.service.client()
    const { body } = await client.get('/mountpoints')
    expect(body).toMatchObject({
      ok: true,
      next_cursor: null,
      mountpoints: [
        { nombre: 'LEON', propio: true, forma: 'as_is', abierto: false, constelaciones: 'GPS+GLO+GAL' },
        { nombre: 'LEON_OLD', propio: false, forma: 'legacy', cada_s: 5, abierto: true, constelaciones: 'GPS+GLO' },
      ],
    })
    const first = await client.get('/mountpoints?limit=1')
    const second = await client.get(`/mountpoints?limit=1&cursor=${first.body.next_cursor}`)
    expect([first, second].map((page) => page.body.mountpoints[0].nombre)).toEqual(['LEON', 'LEON_OLD'])
    expect((await operator.delete('/mountpoints/LEON_OLD')).status).toBe(200)
    expectProblem(await operator.delete('/mountpoints/LEON_OLD'), 404, 'mountpoint_not_found')
    const { rows } = await site.service.db.pool.query(
      "select action from audit_log where action like 'mountpoint.%' order by id",
    )
    expect(rows.map(({ action }) => action)).toEqual(['mountpoint.added', 'mountpoint.changed', 'mountpoint.removed'])
  })

  it('are rejected or get a warning before saving if their format drops messages', async () => {
    await site.service.saveStations({ code: 'EURO', name: 'Euro', lat: 21.2, lng: -101.6, constellations: 'GPS' })
    const of = await stationIdOf(site.service, 'EURO')
    const received = (types: readonly number[]) =>
      site.db.pool.query(
        `insert into station_minutes (station_id, minute, up, epochs_received, epochs_expected, messages)
         values ($1, date_trunc('minute', $2::timestamptz), true, 60, 60, $3)
         on conflict (station_id, minute) do update set messages = excluded.messages`,
        [of, site.service.services.clock(), JSON.stringify(Object.fromEntries(types.map((type) => [type, 60])))],
      )
    const preview = async (query: string) => (await operator.get(`/mountpoints/preview?stationId=${of}&${query}`)).body
    expect(await preview('form=legacy')).toEqual({ ok: true, received: [], given: [], notConverted: [] })
    await received([1006, 1074, 1094])
    expect(await preview('form=legacy')).toMatchObject({
      ...{ received: [1006, 1074, 1094], given: [1004, 1006] },
      notConverted: [{ type: 1094, reason: 'no_older_form' }],
    })
    expect(await preview('form=legacy&constellations=GPS')).toMatchObject({ given: [1004, 1006], notConverted: [] })
    expect(await preview('form=msm5&rule=drop&types=1006')).toMatchObject({ given: [1074, 1094], notConverted: [] })
    await received([1006, 1094])
    const body = { name: 'EURO_OLD', stationId: of, alteration: { form: 'legacy' } }
    const { errors } = expectInvalid(await operator.post('/mountpoints', body), '/alteration/form')
    expect(errors[0].code).toBe('form_gives_nothing')
    await operator.post('/mountpoints', { ...body, alteration: { form: 'msm5' } })
    expectInvalid(await operator.patch('/mountpoints/EURO_OLD', { alteration: { form: 'legacy' } }), '/alteration/form')
    expect((await operator.patch('/mountpoints/EURO_OLD', { label: 'Euro' })).status).toBe(200)
  })

  it('announce the position in another frame only if the frame and the velocity of the station are known', async () => {
    const station = { code: 'MERI', name: 'Mérida', lat: 20.98, lng: -89.62, frame: 'mexico-itrf2008' }
    await site.service.saveStations(station)
    const id = await stationIdOf(site.service, 'MERI')
    const announced = { frame: 'itrf2014', epoch: 2026.5 }
    const body = { name: 'MERI_2026', stationId: id, alteration: { announced } }
    const { errors } = expectInvalid(await operator.post('/mountpoints', body), '/alteration/announced/epoch')
    expect(errors[0].code).toBe('velocity_unknown')
    expectInvalid(await operator.patch(`/stations/${id}`, { velocity: [1, 2] }), '/velocity')
    expectInvalid(await operator.patch(`/stations/${id}`, { velocity: [1, 2, 2000] }), '/velocity')
    const saved = await operator.patch(`/stations/${id}`, { velocity: [-8.1, 1.9, -0.4] })
    expect(saved.body.station.velocity).toEqual([-8.1, 1.9, -0.4])
    const added = await operator.post('/mountpoints', body)
    expect(added.body.mountpoint.alteration.announced).toEqual({ ...announced, datum: 'ITRF2014 época 2026.5' })
    const client = await site.service.client()
    const { mountpoints } = (await client.get('/mountpoints')).body
    expect(
      mountpoints.filter(({ station_codigo }: { station_codigo: string }) => station_codigo === 'MERI'),
    ).toMatchObject([
      { nombre: 'MERI', datum: 'ITRF2008 época 2010.0', marco: { nombre: 'ITRF2008', epsg: 6364, epoca: 2010 } },
      { nombre: 'MERI_2026', datum: 'ITRF2014 época 2026.5', marco: { nombre: 'ITRF2014', epsg: 7912, epoca: 2026.5 } },
    ])
    expect((await operator.patch(`/stations/${id}`, { velocity: null })).body.station.velocity).toBeNull()
    expect((await operator.patch('/mountpoints/MERI_2026', { label: 'Mérida' })).status).toBe(200)
    expectInvalid(await operator.patch('/mountpoints/MERI_2026', body), '/alteration/announced/epoch')
    await operator.delete('/mountpoints/MERI_2026')
  })

  it('add messages about the station only if its record has them', async () => {
    await site.service.saveStations({ code: 'OAXA', name: 'Oaxaca', lat: 17.08, lng: -96.72 })
    const id = await stationIdOf(site.service, 'OAXA')
    const add = (added: object) =>
      operator.post('/mountpoints', { name: 'OAXA_ALL', stationId: id, alteration: { added, stationNumber: 7 } })
    const refused = async (added: object, field: string, code: string) => {
      const { errors } = expectInvalid(await add(added), `/alteration/added/${field}`)
      expect(errors[0].code).toBe(code)
    }
    const position = [-713_621.4, -6_056_803.1, 1_861_300.2]
    await refused({ types: [1005] }, 'position', 'position_for_messages')
    await refused({ types: [1005], position: [1, 2, 3] }, 'position', 'ecef_form')
    await refused({ types: [1005], position: [-955_000, -5_945_000, 2_095_000] }, 'position', 'position_far')
    await refused({ types: [1005, 1006], position }, 'types', 'contradicting_messages')
    await refused({ types: [1006], position }, 'types', 'antenna_height_unknown')
    await refused({ types: [1008] }, 'types', 'antenna_unknown')
    await refused({ types: [1029], text: 'x'.repeat(128) }, 'text', 'announcement_form')
    await refused({ types: [1230], everySeconds: 7 }, 'everySeconds', 'not_one_of')
    expectInvalid(await add({ types: [1077] }), '/alteration/added/types/0')
    const record = (kind: string, type: string, up: number | null) =>
      site.db.pool.query(
        `insert into station_equipment (station_id, kind, type, radome, serial, firmware, up, installed_at, origin)
         values ($1, $2, $3, 'NONE', '77', '', $4, now(), 'operator')`,
        [id, kind, type, up],
      )
    await record('antenna', 'TRM59800.00', 0.1)
    await refused({ types: [1033] }, 'types', 'receiver_unknown')
    await record('receiver', 'SEPT POLARX5', null)
    const added = { types: [1033, 1006, 1029], position, text: 'Aviso' }
    const { mountpoint } = (await add(added)).body
    const ephemerides = { everySeconds: 60 }
    const wished = { added, stationNumber: 7, ephemerides }
    const path = '/mountpoints/OAXA_ALL'
    expect((await operator.patch(path, { alteration: wished })).body.mountpoint.alteration).toMatchObject({
      ephemerides,
    })
    const often = { ...wished, ephemerides: { everySeconds: 1 } }
    expectInvalid(await operator.patch(path, { alteration: often }), '/alteration/ephemerides/everySeconds')
    expect(mountpoint.alteration).toMatchObject({
      added: { types: [1006, 1029, 1033], everySeconds: 10, replaces: false, position, text: 'Aviso' },
      stationNumber: 7,
    })
    const { book } = await site.service.services.current()
    const made = book.mountpoints.find(({ name }) => name === 'OAXA_ALL')!
    expect(conversionOf(made, book.byId.get(id)!).additions).toMatchObject({
      antennaHeight: 0.1,
      antenna: { type: 'TRM59800.00     NONE', serial: '77' },
      receiver: { type: 'SEPT POLARX5', serial: '77', firmware: '' },
    })
    expect(conversionOf(made, { ...book.byId.get(id)!, id: 0 }).additions).toMatchObject({
      types: [1029],
      position: null,
    })
    await operator.delete('/mountpoints/OAXA_ALL')
  })

  it('count their rovers, also those without a position', async () => {
    await operator.post('/mountpoints', { name: 'LEON_USED', stationId })
    const ownerId = await site.owner('Own')
    for (const lat of [null, 19.4]) {
      const { id } = await connectRover(site, ownerId, { stationId, lat, lng: lat })
      await site.db.pool.query("update sessions set mountpoint = 'leon_used' where id = $1", [id])
    }
    const { body } = await operator.get('/mountpoints?search=used')
    expect(body.mountpoints).toMatchObject([{ name: 'LEON_USED', connected: 2 }])
    await operator.delete('/mountpoints/LEON_USED')
  })

  it('list what could not be converted, the most frequent first', async () => {
    const { body: added } = await operator.post('/mountpoints', { name: 'LEON_LESS', stationId })
    expect(added.mountpoint.notConverted).toEqual([])
    const mountpointId = added.mountpoint.id
    const counts = [
      { mountpointId, reason: 'half_cycle', times: 2 },
      { mountpointId, reason: 'no_older_form', times: 12_345 },
    ] as const
    await addNotConverted(site.db, counts, new Date())
    const { body } = await operator.get(`/mountpoints?id=${mountpointId}`)
    expect(body.mountpoints[0].notConverted).toEqual([
      { reason: 'no_older_form', times: 12_345 },
      { reason: 'half_cycle', times: 2 },
    ])
    await operator.delete('/mountpoints/LEON_LESS')
  })

  it('are rejected with the name of the invalid field', async () => {
    const alteration = { everySeconds: 7 }
    expectInvalid(
      await operator.post('/mountpoints', { name: 'LEON', stationId, alteration }),
      '/name',
      '/alteration/everySeconds',
    )
  })

  it('are changed by the operator only', async () => {
    const viewer = await site.signedIn('viewer')
    expectProblem(await viewer.post('/mountpoints', { name: 'MINE', stationId }), 403, 'forbidden')
  })
})
