import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setNetwork } from '../../../src/actions/network/set.ts'
import { archiveStation } from '../../../src/actions/stations/archive.ts'
import { importStations } from '../../../src/actions/stations/import.ts'
import { newKey, parseKeys } from '../../../src/base/secrets.ts'
import { Refusal } from '../../../src/domain/codes/refusal.ts'
import type { StationInput } from '../../../src/domain/stations/input.ts'
import { type DatabasePool, openDatabase } from '../../../src/store/kit/database.ts'
import { listStations, listStatusChanges } from '../../../src/store/stations/rows.ts'
import { byTest } from '../../support/action-context.ts'
import { makeDatabase, STATIONS } from '../../support/service.ts'

let database: Awaited<ReturnType<typeof makeDatabase>>
let db: DatabasePool

beforeAll(async () => {
  database = await makeDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  db = openDatabase(database.connection) // new connections without prepared statements of other tests
  await db.pool.query(`delete from station_status_changes; delete from station_health; delete from stations;
    update network set mountpoint = 'RED'`)
})
afterEach(() => db.close())

const keys = parseKeys(newKey())
const NOW = new Date('2026-11-14T12:00:00Z')
const { cdmx, toluca, cuernavaca } = STATIONS
const place = (code: string, more: Partial<StationInput> = {}): StationInput => ({
  code,
  name: `Station ${code}`,
  lat: 19,
  lng: -99,
  ...more,
})

const save = (...inputs: StationInput[]) => importStations(byTest({ db }, NOW), inputs)
const codes = async () => (await listStations(db)).map(({ code }) => code)
const find = async (code: string) => (await listStations(db)).find((station) => station.code === code)!
const changes = async (code: string) =>
  (await listStatusChanges(db, (await find(code)).id, new Date(0), 100)).map(({ status }) => status)

/** Each error of a rejected save, such as "0 mountpoint". */
async function refusals(...inputs: StationInput[]): Promise<string[]> {
  const error = await save(...inputs).then(
    () => null,
    (caught) => caught,
  )
  expect(error).toBeInstanceOf(Refusal)
  return (error as Refusal).fields.map(({ path }) => path.join(' '))
}

describe('new stations', () => {
  it('are saved with their defaults and their first status', async () => {
    expect(await save(place('A'), { ...cdmx, declaredStatus: 'maintenance' })).toEqual({ created: 2, updated: 0 })
    expect(await find('A')).toMatchObject({
      name: 'Station A',
      lat: 19,
      lng: -99,
      federalState: '',
      radiusKm: 50,
      mountpoint: 'A',
      format: 'RTCM 3.2',
      datum: 'ITRF2008 época 2010.0',
      country: 'MEX',
      constellations: '',
      declaredStatus: 'online',
      archived: false,
      health: null,
    })
    expect(await changes('A')).toEqual(['online'])
    expect(await changes('CDMX')).toEqual(['maintenance'])
  })

  it('use the country of the network by default', async () => {
    await save({ ...place('GUAT'), country: 'GTM' })
    expect(await find('GUAT')).toMatchObject({ country: 'GTM' })
    await save({ code: 'GUAT', country: null })
    expect(await find('GUAT')).toMatchObject({ country: 'MEX' })
    expect(await refusals({ code: 'GUAT', country: 'gtm' })).toEqual(['0 country'])
  })

  it('can be an empty list', async () => {
    expect(await save()).toEqual({ created: 0, updated: 0 })
  })

  it('need a name and a position', async () => {
    expect(await refusals({ code: 'A' })).toEqual(['0 name', '0 lat', '0 lng'])
  })

  const BAD = [
    ['code', ''],
    ['code', 'a b'],
    ['code', 'x'.repeat(33)],
    ['name', ' '],
    ['name', 'a;b'],
    ['name', 'a\nb'],
    ['federalState', 'x'.repeat(101)],
    ['lat', 90.001],
    ['lat', Number.NaN],
    ['lng', -180.5],
    ['lng', Number.POSITIVE_INFINITY],
    ['radiusKm', 0],
    ['radiusKm', 1001],
    ['radiusKm', Number.NaN],
    ['mountpoint', 'a b'],
    ['mountpoint', '/A'],
    ['declaredStatus', 'broken'],
  ] as const
  it('are rejected with the invalid field', async () => {
    for (const [field, value] of BAD) {
      expect(await refusals({ ...place('A'), [field]: value }), `${field} ${value}`).toContain(`0 ${field}`)
    }
    expect(await codes()).toEqual([])
  })
})

describe('saving a list', () => {
  it('saves none if one station is invalid, and reports every error', async () => {
    const bad = [place('A'), place('B', { lat: 100 }), place('C'), { code: 'D', name: 'd', lat: 1 }]
    expect(await refusals(...bad)).toEqual(['1 lat', '3 lng'])
    expect(await codes()).toEqual([])
    await save(place('A'))
    expect(await refusals({ code: 'A', name: 'changed' }, place('B', { lng: 999 }))).toEqual(['1 lng'])
    expect((await find('A')).name).toBe('Station A')
  })

  it('accepts any mixture of fields, repeatedly and in any order', async () => {
    const fields = {
      federalState: 'Sonora',
      radiusKm: 30,
      format: 'RTCM 3.3',
      datum: 'ITRF2014',
      constellations: 'GPS',
      declaredStatus: 'degraded',
    } as const
    const names = Object.keys(fields) as (keyof typeof fields)[]
    const mixtures = Array.from({ length: 2 ** names.length }, (_, mask) =>
      place(
        `M${mask}`,
        Object.fromEntries(names.filter((_, bit) => mask & (1 << bit)).map((name) => [name, fields[name]])),
      ),
    )
    expect(await save(...mixtures)).toEqual({ created: 64, updated: 0 })
    expect(await save(...mixtures)).toEqual({ created: 0, updated: 64 })
    expect(await save(...mixtures.toReversed())).toEqual({ created: 0, updated: 64 })
    expect(await find('M63')).toMatchObject(fields)
    expect(await find('M0')).toMatchObject({ federalState: '', radiusKm: 50, declaredStatus: 'online' })
  })

  it('keeps two concurrent imports consistent', async () => {
    const list = (name: string) => Array.from({ length: 30 }, (_, index) => place(`P${index}`, { name }))
    const results = await Promise.all([save(...list('first')), save(...list('second'))])
    expect(results.map(({ created }) => created).sort()).toEqual([0, 30])
    const names = new Set((await listStations(db)).map(({ name }) => name))
    expect(names.size).toBe(1)
  })
})

describe('updates by code', () => {
  beforeEach(() => save(cdmx, toluca))

  it('change only given fields, ignoring the case of the code', async () => {
    const before = await find('CDMX')
    expect(await save({ code: 'CDMX', name: 'Nuevo' }, cuernavaca)).toEqual({ created: 1, updated: 1 })
    expect(await find('CDMX')).toEqual({ ...before, name: 'Nuevo' })
    expect(await save({ code: 'cdmx', radiusKm: 12 })).toEqual({ created: 0, updated: 1 })
    const after = (await listStations(db)).find(({ id }) => id === before.id)
    expect(after).toMatchObject({ radiusKm: 12, mountpoint: 'CDMX_RTCM32' })
  })

  it("restore the network's value with null", async () => {
    await save({ code: 'CDMX', radiusKm: 12, datum: 'X' })
    await save({ code: 'CDMX', radiusKm: null, datum: null })
    expect(await find('CDMX')).toMatchObject({ radiusKm: 50, datum: 'ITRF2008 época 2010.0' })
  })

  it('record a status change once, with its time', async () => {
    const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
    await importStations(byTest({ db }, later(1)), [{ code: 'CDMX', declaredStatus: 'maintenance' }])
    await importStations(byTest({ db }, later(2)), [{ code: 'CDMX', declaredStatus: 'maintenance', name: 'x' }])
    await importStations(byTest({ db }, later(3)), [{ code: 'CDMX', declaredStatus: 'online' }])
    await importStations(byTest({ db }, later(4)), [{ code: 'CDMX', name: 'y' }])
    const { id } = await find('CDMX')
    expect(await listStatusChanges(db, id, new Date(0), 100)).toEqual([
      { status: 'online', measured: false, at: later(3) },
      { status: 'maintenance', measured: true, at: later(1) },
      { status: 'online', measured: false, at: NOW },
    ])
    expect(await changes('TOLU')).toEqual(['online'])
  })

  it('of a measured station record maintenance, but no other declared status', async () => {
    const { id } = await find('CDMX')
    await db.pool.query(
      'insert into station_health (station_id, measured_at, health_pct, latency_ms, satellites) values ($1, $2, 100, 100, 30)',
      [id, NOW],
    )
    await save({ code: 'CDMX', declaredStatus: 'offline' })
    expect(await changes('CDMX')).toEqual(['online'])
    await save({ code: 'CDMX', declaredStatus: 'maintenance' })
    expect(await changes('CDMX')).toEqual(['maintenance', 'online'])
  })
})

describe('conflicts', () => {
  beforeEach(() => save(cdmx, toluca))

  it('include a code twice in the list', async () => {
    expect(await refusals(place('A'), place('a', { mountpoint: 'B' }))).toContain('1 code')
    expect(await codes()).toEqual(['CDMX', 'TOLU'])
  })

  it.each([
    ['another station’s', 'TOLU_RTCM32'],
    ['another station’s in another case', 'tolu_rtcm32'],
    ['the network’s', 'RED'],
    ['the network’s in another case', 'red'],
  ])('include a mountpoint that is %s', async (_, mountpoint) => {
    expect(await refusals(place('NEW', { mountpoint }))).toEqual(['0 mountpoint'])
    expect(await refusals({ code: 'CDMX', mountpoint })).toEqual(['0 mountpoint'])
  })

  it('include a mountpoint twice in the list, given or by default', async () => {
    expect(await refusals(place('A', { mountpoint: 'X' }), place('B', { mountpoint: 'x' }))).toEqual(['1 mountpoint'])
    expect(await refusals(place('A', { mountpoint: 'B' }), place('B'))).toEqual(['1 mountpoint'])
  })

  it('include the current mountpoint of the network', async () => {
    await setNetwork(byTest({ db, keys }), { mountpoint: 'VRS' })
    expect(await refusals(place('VRS'))).toEqual(['0 mountpoint'])
    expect(await save(place('RED'))).toEqual({ created: 1, updated: 0 })
    await expect(setNetwork(byTest({ db, keys }), { mountpoint: 'tolu_rtcm32' })).rejects.toBeInstanceOf(Refusal)
  })

  it('exclude a mountpoint that passes from one station to another in one list', async () => {
    await save({ code: 'TOLU', mountpoint: 'FREED' }, place('NEW', { mountpoint: 'TOLU_RTCM32' }))
    expect((await find('NEW')).mountpoint).toBe('TOLU_RTCM32')
  })

  it('exclude the same if the receiving station comes first', async () => {
    await save(place('NEW', { mountpoint: 'TOLU_RTCM32' }), { code: 'TOLU', mountpoint: 'FREED' })
    expect((await find('NEW')).mountpoint).toBe('TOLU_RTCM32')
    expect((await find('TOLU')).mountpoint).toBe('FREED')
  })

  it('exclude two stations that swap their mountpoints', async () => {
    await save({ code: 'CDMX', mountpoint: 'TOLU_RTCM32' }, { code: 'TOLU', mountpoint: 'CDMX_RTCM32' })
    expect((await find('CDMX')).mountpoint).toBe('TOLU_RTCM32')
    expect((await find('TOLU')).mountpoint).toBe('CDMX_RTCM32')
  })
})

describe('archived stations', () => {
  beforeEach(async () => {
    await save(cdmx, toluca)
    await archiveStation(byTest({ db }, NOW), { code: 'cdmx' })
  })

  it('are restored with their id when saved again', async () => {
    const { id } = await find('CDMX')
    expect((await find('CDMX')).archived).toBe(true)
    expect(await save({ code: 'CDMX', name: 'De vuelta' })).toEqual({ created: 0, updated: 1 })
    expect(await find('CDMX')).toMatchObject({ id, archived: false, name: 'De vuelta', mountpoint: 'CDMX_RTCM32' })
  })

  it('release their mountpoint, and cannot be restored with it once it is taken', async () => {
    expect(await save(place('NEW', { mountpoint: 'CDMX_RTCM32' }))).toEqual({ created: 1, updated: 0 })
    expect(await refusals({ code: 'CDMX', name: 'x' })).toEqual(['0 mountpoint'])
    expect(await save({ code: 'CDMX', mountpoint: 'CDMX2' })).toEqual({ created: 0, updated: 1 })
  })
})
