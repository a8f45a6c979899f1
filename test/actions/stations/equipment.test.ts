// The equipment history of a station: what its stream announces, what a person decides, what an operator writes.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConditions } from '../../../src/actions/alerts/present.ts'
import { decideAntenna, recordAnnounced } from '../../../src/actions/stations/announced-equipment.ts'
import {
  addEquipment,
  changeEquipment,
  changeSite,
  endEquipment,
  removeEquipment,
} from '../../../src/actions/stations/equipment.ts'
import { importStations } from '../../../src/actions/stations/import.ts'
import type { AnnouncedEquipment } from '../../../src/domain/archive/announced.ts'
import type { NewPeriod } from '../../../src/domain/archive/equipment.ts'
import { Refusal } from '../../../src/domain/codes/refusal.ts'
import { heightOf } from '../../../src/domain/geometry/geodesy.ts'
import type { Station } from '../../../src/domain/stations/station.ts'
import { readSite } from '../../../src/reads/site.ts'
import { AnnouncedEquipments } from '../../../src/recording/health/equipment.ts'
import { readAlertSettings } from '../../../src/store/alerts/settings.ts'
import { CurrentReader } from '../../../src/store/current/current.ts'
import { listEquipment, readAnnouncedEquipment, readSiteFacts } from '../../../src/store/stations/equipment.ts'
import { insertAnnounced } from '../../../src/store/stations/positions.ts'
import { findStationByCode } from '../../../src/store/stations/rows.ts'
import { byTest } from '../../support/action-context.ts'
import { makeDatabase, STATIONS } from '../../support/service.ts'

const database = await makeDatabase()
const { db } = database
const START = Date.parse('2026-11-14T12:00:00Z')
const minute = (minutes: number) => new Date(START + 60_000 * minutes)
const NOW = minute(600)
const context = (now = NOW) => byTest({ db }, now)

let station: Station
/** The recorder of a node, with its own memory. */
let node: AnnouncedEquipments
const newNode = () =>
  new AnnouncedEquipments((id, announcement, now) => recordAnnounced(context(now), id, announcement))

beforeAll(async () => {
  await importStations(context(), [STATIONS.cdmx])
  station = (await findStationByCode(db, 'CDMX'))!
})
afterAll(() => database.drop())
beforeEach(async () => {
  await db.pool.query('truncate station_equipment, station_sites, station_announced_equipment, station_positions')
  node = newNode()
})

const RECEIVER = { type: 'LEICA GR50', serial: '1870123', firmware: '4.50' }
const ANTENNA = { type: 'LEIAR25.R4', radome: 'LEIT', serial: '725100', up: 0.1 }
const TOLD: AnnouncedEquipment = { receiver: RECEIVER, antenna: ANTENNA }
const OTHER = { ...TOLD, antenna: { ...ANTENNA, type: 'TRM57971.00', radome: 'NONE', serial: '' } }

const hear = (at: number, equipment: AnnouncedEquipment | null) =>
  node.keep([{ station, equipment }], new Set(), minute(at))
const history = async () =>
  (await listEquipment(db, station.id)).map(({ kind, type, firmware, origin, installedAt, removedAt }) =>
    [kind, type, firmware, origin, minuteOf(installedAt), removedAt && minuteOf(removedAt)].filter(
      (part) => part !== '',
    ),
  )
const minuteOf = (at: Date) => (at.getTime() - START) / 60_000
const state = async () => (await readAnnouncedEquipment(db, station.id))?.antennaState
const alerts = async () => {
  const reader = new CurrentReader(db, { casterHost: 'caster.example.mx', casterPort: 2101 })
  const { book } = await reader.current()
  const found = await readConditions(db, book, await readAlertSettings(db), NOW)
  return found.filter(({ kind }) => kind === 'antenna_changed')
}
const period = (over: Partial<NewPeriod>): NewPeriod => ({
  ...{
    kind: 'antenna',
    type: 'TRM57971.00',
    serial: '',
    firmware: '',
    radome: 'NONE',
    up: 0.05,
    east: null,
    north: null,
  },
  ...{ installedAt: minute(0), removedAt: null },
  ...over,
})

async function refusal(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.catch((caught: unknown) => caught)
  if (error instanceof Refusal) return error
  throw new Error('it was not refused')
}

describe('the stream', () => {
  it('fills an empty history at once', async () => {
    await hear(0, null)
    expect(await history()).toEqual([])
    await hear(1, TOLD)
    expect(await history()).toEqual([
      ['receiver', 'LEICA GR50', '4.50', 'stream', 1, null],
      ['antenna', 'LEIAR25.R4', 'stream', 1, null],
    ])
    expect(await alerts()).toEqual([])
  })

  it('completes what it named in parts', async () => {
    await hear(0, { receiver: null, antenna: { ...ANTENNA, serial: '', up: null } })
    await hear(0.1, { ...TOLD, antenna: { ...ANTENNA, up: null } })
    await hear(0.2, TOLD)
    const [receiver, antenna] = await listEquipment(db, station.id)
    expect(receiver).toMatchObject(RECEIVER)
    expect(antenna).toMatchObject({ ...ANTENNA, installedAt: minute(0) })
  })

  it('begins a new receiver after new firmware was announced for ten minutes', async () => {
    await hear(0, TOLD)
    const updated = { ...TOLD, receiver: { ...RECEIVER, firmware: '4.60' } }
    await hear(60, updated)
    await hear(69, updated)
    expect(await history()).toHaveLength(2)
    await hear(70, updated)
    await hear(80, updated)
    expect((await history()).slice(0, 2)).toEqual([
      ['receiver', 'LEICA GR50', '4.60', 'stream', 60, null],
      ['receiver', 'LEICA GR50', '4.50', 'stream', 0, 60],
    ])
  })

  it('changes nothing when two sources alternate, or when a node restarts', async () => {
    await hear(0, TOLD)
    for (let at = 1; at < 40; at++) await hear(at, at % 5 === 0 ? OTHER : TOLD)
    node = newNode()
    await hear(41, TOLD)
    await hear(60, TOLD)
    expect(await history()).toHaveLength(2)
    expect(await state()).toBe('agrees')
  })

  it("keeps an operator's receiver until the stream changes", async () => {
    await addEquipment(context(), station, period({ kind: 'receiver', type: 'LEICA GR50 ROOF', serial: '9' }))
    await hear(10, TOLD)
    await hear(30, TOLD)
    expect((await history())[0]).toEqual(['receiver', 'LEICA GR50 ROOF', 'operator', 0, null])
    await hear(40, { ...TOLD, receiver: { ...RECEIVER, serial: '2' } })
    await hear(50, { ...TOLD, receiver: { ...RECEIVER, serial: '2' } })
    expect((await history())[0]).toEqual(['receiver', 'LEICA GR50', '4.50', 'stream', 40, null])
  })
})

describe('another antenna in the stream', () => {
  beforeEach(async () => {
    await hear(0, TOLD)
    await hear(60, OTHER)
    await hear(70, OTHER)
  })

  it('raises an alert and changes nothing', async () => {
    expect(await alerts()).toMatchObject([
      {
        kind: 'antenna_changed',
        name: 'CDMX',
        params: { recorded: 'LEIAR25.R4 LEIT, 725100, 0.100 m', announced: 'TRM57971.00 NONE, 0.100 m' },
        since: minute(60),
      },
    ])
    expect(await history()).toHaveLength(2)
  })

  it('is recorded from the time of the change when a person confirms it', async () => {
    await decideAntenna(context(), station, 'confirm')
    expect((await history()).slice(1)).toEqual([
      ['antenna', 'TRM57971.00', 'stream', 60, null],
      ['antenna', 'LEIAR25.R4', 'stream', 0, 60],
    ])
    expect(await alerts()).toEqual([])
    await hear(90, OTHER)
    expect(await history()).toHaveLength(3)
    expect((await refusal(decideAntenna(context(), station, 'confirm'))).code).toBe('antenna_agrees')
  })

  it('keeps the record when a person rejects it, also when the stream alternates', async () => {
    await decideAntenna(context(), station, 'reject')
    expect(await alerts()).toEqual([])
    for (const [at, told] of [
      [100, TOLD],
      [110, TOLD],
      [120, OTHER],
      [130, OTHER],
    ] as const)
      await hear(at, told)
    expect(await state()).toBe('rejected')
    expect(await alerts()).toEqual([])
    const third = { ...TOLD, antenna: { ...ANTENNA, type: 'JAVRINGANT_DM' } }
    await hear(140, third)
    await hear(150, third)
    expect(await alerts()).toMatchObject([{ params: { announced: 'JAVRINGANT_DM LEIT, 725100, 0.100 m' } }])
  })

  it('ends the alert when the stream returns to the recorded antenna', async () => {
    await hear(80, TOLD)
    await hear(90, TOLD)
    expect(await alerts()).toEqual([])
    expect(await history()).toHaveLength(2)
  })

  it('ends the alert when the operator records the antenna', async () => {
    await addEquipment(context(), station, period({ installedAt: minute(55), up: 0.1 }))
    expect(await state()).toBe('agrees')
    expect(await alerts()).toEqual([])
    const [, antenna] = await listEquipment(db, station.id)
    await removeEquipment(context(), station, antenna!.id)
    expect(await state()).toBe('pending')
  })

  it('is not asked about for an archived station', async () => {
    await db.pool.query('update stations set archived_at = now()')
    expect(await alerts()).toEqual([])
    await db.pool.query('update stations set archived_at = null')
  })
})

describe('the operator', () => {
  it('replaces, corrects, ends and removes equipment, with an audit entry each', async () => {
    await addEquipment(context(), station, period({ type: 'LEIAR25.R4      LEIT', radome: '' }))
    await addEquipment(context(), station, period({ installedAt: minute(60) }))
    expect(await history()).toEqual([
      ['antenna', 'TRM57971.00', 'operator', 60, null],
      ['antenna', 'LEIAR25.R4', 'operator', 0, 60],
    ])
    const [newest] = await listEquipment(db, station.id)
    await changeEquipment(context(), station, newest!.id, { serial: '77', installedAt: minute(70) })
    await endEquipment(context(), station, 'antenna', minute(80))
    expect(await listEquipment(db, station.id)).toMatchObject([
      { serial: '77', installedAt: minute(70), removedAt: minute(80) },
      { radome: 'LEIT', removedAt: minute(60) },
    ])
    await removeEquipment(context(), station, newest!.id)
    expect(await history()).toHaveLength(1)
    const { rows } = await db.pool.query(
      "select details from audit_log where action = 'station.equipment_changed' order by id desc limit 5",
    )
    expect(rows[0].details).toMatchObject({ code: 'CDMX', before: { type: 'TRM57971.00 NONE', serial: '77' } })
  })

  it('gets a clear error for what cannot be', async () => {
    await addEquipment(context(), station, period({}))
    const overlapping = await refusal(
      addEquipment(context(), station, period({ installedAt: minute(-60), removedAt: minute(60) })),
    )
    expect(overlapping.fields).toMatchObject([{ path: ['installedAt'], code: 'equipment_overlaps' }])
    expect(() => addEquipment(context(), station, period({ type: '', radome: 'x' }))).toThrow(Refusal)
    expect((await refusal(endEquipment(context(), station, 'receiver', NOW))).code).toBe('equipment_not_found')
    expect((await refusal(removeEquipment(context(), station, 0))).code).toBe('equipment_not_found')
    const early = await refusal(endEquipment(context(), station, 'antenna', minute(-1)))
    expect(early.fields).toMatchObject([{ path: ['removedAt'], code: 'end_before_start' }])
    expect(await history()).toHaveLength(1)
  })

  it('writes site facts field by field', async () => {
    await changeSite(context(), station, { markerNumber: '41507M006', agency: 'INEGI' })
    await changeSite(context(), station, { contactEmail: 'a@example.mx' })
    expect(await readSiteFacts(db, station.id)).toMatchObject({
      markerNumber: '41507M006',
      agency: 'INEGI',
      contactEmail: 'a@example.mx',
    })
    const wrong = await refusal(changeSite(context(), station, { markerNumber: 'a b', contactEmail: 'x' }))
    expect(wrong.fields.map(({ path }) => path[0])).toEqual(['markerNumber', 'contactEmail'])
  })
})

describe('the site for a RINEX header', () => {
  it('describes what was in force at that time', async () => {
    await hear(0, TOLD)
    await hear(60, OTHER)
    await hear(70, OTHER)
    await decideAntenna(context(), station, 'confirm')
    await changeSite(context(), station, { markerName: 'CDMX ROOF', contactName: 'Ana Ruiz' })
    const place = { stationId: station.id, lat: 19.4326, lng: -99.1332 }
    await insertAnnounced(db, [
      { ...place, at: minute(30), height: 2250 },
      { ...place, at: minute(90), height: 2251 },
    ])
    const then = (await readSite(db, station.id, minute(40)))!
    expect(then).toMatchObject({
      markerName: 'CDMX ROOF',
      observer: 'Ana Ruiz',
      receiver: RECEIVER,
      antenna: { type: 'LEIAR25.R4', radome: 'LEIT', serial: '725100' },
      eccentricity: { up: 0.1, east: 0, north: 0 },
    })
    expect(heightOf(then.position!)).toBeCloseTo(2249.9, 4)
    expect(heightOf((await readSite(db, station.id, minute(100)))!.position!)).toBeCloseTo(2250.9, 4)
    expect((await readSite(db, station.id, minute(10)))!.antenna.type).toBe('LEIAR25.R4')
    expect(heightOf((await readSite(db, station.id, minute(-10)))!.position!)).toBeCloseTo(2250, 4)
    expect(await readSite(db, 0, NOW)).toBeNull()
  })
})
