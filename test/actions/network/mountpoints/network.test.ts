// Rules for further network mountpoints: names, groups, frames, engines, and what the audit log has.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  addNetworkMountpoint,
  changeNetworkMountpoint,
  removeNetworkMountpoint,
} from '../../../../src/actions/network/mountpoints/network.ts'
import { addMountpoint } from '../../../../src/actions/network/mountpoints/write.ts'
import { setNetwork } from '../../../../src/actions/network/set.ts'
import { createGroup, removeGroup } from '../../../../src/actions/stations/groups.ts'
import { saveStation } from '../../../../src/actions/stations/save.ts'
import { Refusal } from '../../../../src/domain/codes/refusal.ts'
import { MOST_NETWORK_MOUNTPOINTS } from '../../../../src/domain/network/mountpoints/network-mountpoint.ts'
import { readEngineAddresses } from '../../../../src/reads/streams.ts'
import { listNetworkMountpoints, noteNetworkEngineAnswer } from '../../../../src/store/network/network-mountpoints.ts'
import { byTest } from '../../../support/action-context.ts'
import { TestService } from '../../../support/service.ts'

const STATION = { code: 'LEON', name: 'León', lat: 21.1, lng: -101.6, mountpoint: 'LEON_RTCM32' }
const ENGINE = 'ntrip://vrs:s3cret@vrs.example.mx:2101/VRS'

let service: TestService

beforeAll(async () => {
  service = await TestService.start()
  await service.saveStations(STATION)
  await addMountpoint(context(), 'LEON_MSM4', { code: 'LEON' }, { alteration: { form: 'msm4' } })
})
afterAll(() => service.stop())
afterEach(() => service.db.pool.query('delete from network_mountpoints'))

const context = () => byTest(service.services)
const add = (name: string, change: Parameters<typeof addNetworkMountpoint>[2] = {}) =>
  addNetworkMountpoint(context(), name, change)
const whyNot = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error) => {
      if (!(error instanceof Refusal)) throw error
      return error.fields.length > 0 ? error.fields.map(({ code }) => code) : [error.code]
    },
  )
const audited = async () => {
  const { rows } = await service.db.pool.query(
    "select action, details from audit_log where action like 'mountpoint.%' and details ->> 'mountpoint' <> 'LEON_MSM4' order by id",
  )
  return rows
}

describe('the name of a network mountpoint', () => {
  it.each([
    ['the default one', 'red', 'mountpoint_of_network'],
    ['a station', 'leon_rtcm32', 'mountpoint_of_station'],
    ['a derived mountpoint', 'Leon_Msm4', 'mountpoint_exists'],
    ['another network mountpoint', 'comunidad', 'mountpoint_exists'],
    ['nothing', '', 'mountpoint_form'],
  ])('cannot be that of %s', async (_, name, fault) => {
    await add('COMUNIDAD')
    await add('OTRO')
    expect(await whyNot(add(name))).toEqual([fault])
    expect(await whyNot(changeNetworkMountpoint(context(), 'OTRO', { name }))).toEqual([fault])
  })

  it('cannot be taken by stations, derived mountpoints, the default one or a sourcetable line', async () => {
    await add('COMUNIDAD')
    const other = { code: 'OTHER', name: 'Other', lat: 20, lng: -99, mountpoint: 'Comunidad' }
    const line = 'STR;Comunidad;Other;RTCM 3.2;1004(1);2;GPS;Other;MEX;19.00;-99.00;0;0;x;none;B;N;9600;'
    expect(await whyNot(saveStation(context(), other))).toEqual(['mountpoint_of_network'])
    expect(await whyNot(addMountpoint(context(), 'comunidad', { code: 'LEON' }, {}))).toEqual(['mountpoint_exists'])
    expect(await whyNot(setNetwork(context(), { mountpoint: 'comunidad' }))).toEqual(['mountpoint_exists'])
    expect(await whyNot(setNetwork(context(), { tableLines: [line] }))).toEqual(['table_line_taken'])
  })

  it('is given once when two requests want it at the same moment, and only its case can be changed freely', async () => {
    const results = await Promise.all([whyNot(add('TWICE')), whyNot(add('twice'))])
    expect(results.filter((faults) => faults.length === 0)).toHaveLength(1)
    const [{ name } = { name: '' }] = await listNetworkMountpoints(service.db)
    await changeNetworkMountpoint(context(), name, { name: 'Twice' })
    expect((await listNetworkMountpoints(service.db)).map((one) => one.name)).toEqual(['Twice'])
  })

  it('must exist to be changed or removed; the default one is a setting', async () => {
    for (const name of ['NONE', 'RED', 'LEON_MSM4']) {
      expect(await whyNot(changeNetworkMountpoint(context(), name, { isOpen: true }))).toEqual(['mountpoint_not_found'])
      expect(await whyNot(removeNetworkMountpoint(context(), name))).toEqual(['mountpoint_not_found'])
    }
  })
})

it('needs an existing group, which cannot be removed while a network mountpoint uses it', async () => {
  expect(await whyNot(add('GRUPO', { groupId: 999 }))).toEqual(['group_not_found'])
  const { id } = await createGroup(context(), { name: 'Comunidad', members: ['LEON'] })
  await add('GRUPO', { groupId: id })
  await expect(removeGroup(context(), { id })).rejects.toMatchObject({
    code: 'group_in_use',
    params: { name: 'Comunidad', mountpoints: 1, credentials: 0 },
  })
  await changeNetworkMountpoint(context(), 'GRUPO', { groupId: null })
  await removeGroup(context(), { id })
})

it('rejects a frame that one of its stations cannot announce, a position to add, and facts that a record lacks', async () => {
  const alteration = { announced: { frame: 'itrf2014', epoch: 2026.5 } }
  expect(await whyNot(add('EPOCA', { alteration }))).toEqual(['velocity_unknown'])
  expect(await whyNot(add('EPOCA', { alteration, engine: ENGINE }))).toEqual(['frame_of_engine'])
  const { id } = await createGroup(context(), { name: 'Sin estaciones', members: [] })
  await add('EPOCA', { alteration, groupId: id })
  expect(await whyNot(changeNetworkMountpoint(context(), 'EPOCA', { groupId: null }))).toEqual(['velocity_unknown'])
  expect(await whyNot(changeNetworkMountpoint(context(), 'EPOCA', { engine: ENGINE }))).toEqual(['frame_of_engine'])
  const position = { alteration: { added: { types: [1006], position: [-747_000, -5_750_000, 2_640_000] as const } } }
  expect(await whyNot(add('MAS', position))).toEqual(['not_one_of'])
  const equipment = { alteration: { added: { types: [1033] } } }
  expect(await whyNot(add('MAS', equipment))).toEqual(['antenna_unknown', 'receiver_unknown'])
})

it('keeps the login of its engine encrypted and out of the audit log, and forgets it with the engine', async () => {
  const id = await add('VRS', { engine: ENGINE })
  const addresses = () => readEngineAddresses(service.db, service.services.keys)
  expect((await addresses()).get(id)).toMatchObject({ host: 'vrs.example.mx', credentials: { password: 's3cret' } })
  await noteNetworkEngineAnswer(service.db, id, new Date(), null)
  expect(await listNetworkMountpoints(service.db)).toMatchObject([{ engineAnswers: true }])
  await changeNetworkMountpoint(context(), 'VRS', { engine: ENGINE, name: 'VRS_2', isOpen: true })
  expect(await listNetworkMountpoints(service.db)).toMatchObject([
    { name: 'VRS_2', engine: 'ntrip://vrs.example.mx:2101/VRS', engineAnswers: false },
  ])
  await changeNetworkMountpoint(context(), 'VRS_2', { engine: null })
  expect((await addresses()).has(id)).toBe(false)
  await removeNetworkMountpoint(context(), 'VRS_2')
  const entries = (await audited()).slice(-4)
  expect(entries).toMatchObject([
    { action: 'mountpoint.added', details: { mountpoint: 'VRS', engine: 'ntrip://vrs.example.mx:2101/VRS' } },
    { action: 'mountpoint.changed', details: { mountpoint: 'VRS_2', was: { mountpoint: 'VRS', isOpen: false } } },
    { action: 'mountpoint.changed', details: { engine: null } },
    { action: 'mountpoint.removed', details: { mountpoint: 'VRS_2' } },
  ])
  expect(JSON.stringify(entries)).not.toContain('s3cret')
  const { rows } = await service.db.pool.query('select count(*)::int as engines from network_mountpoint_engines')
  expect(rows).toEqual([{ engines: 0 }])
})

it('has a maximum number', async () => {
  await service.db.pool.query(
    `insert into network_mountpoints (name, created_at)
     select 'N' || number, now() from generate_series(1, ${MOST_NETWORK_MOUNTPOINTS}) number`,
  )
  expect(await whyNot(add('ONE_MORE'))).toEqual(['too_many'])
})
