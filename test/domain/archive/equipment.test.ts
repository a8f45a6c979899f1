import { describe, expect, it } from 'vitest'
import {
  announcedFrom,
  antennaStateOf,
  antennaStep,
  antennaText,
  isOtherAntenna,
  receiverStep,
} from '../../../src/domain/archive/announced.ts'
import {
  antennaCode,
  inForceAt,
  type Period,
  periodErrors,
  placed,
  readAntennaCode,
  tidied,
} from '../../../src/domain/archive/equipment.ts'
import { NO_SITE_FACTS, siteAt } from '../../../src/domain/archive/site.ts'
import { heightOf, positionOf } from '../../../src/domain/geometry/geodesy.ts'

const NOW = new Date('2026-11-14T18:00:00Z')
const day = (text: string) => new Date(`2026-${text}T00:00:00Z`)
const BLANK = { serial: '', firmware: '', radome: '', up: null, east: null, north: null }
const period = (over: Partial<Period> = {}): Period => ({
  ...BLANK,
  id: 1,
  kind: 'antenna',
  type: 'LEIAR25.R4',
  installedAt: day('01-01'),
  removedAt: null,
  origin: 'operator',
  ...over,
})

describe('an antenna code', () => {
  it.each([
    ['LEIAR25.R4      LEIT', 'LEIAR25.R4', 'LEIT'],
    ['LEIAR25.R4 LEIT', 'LEIAR25.R4', 'LEIT'],
    ['TRM57971.00', 'TRM57971.00', ''],
    ['ASH701945E_M    NONE', 'ASH701945E_M', 'NONE'],
    ['a home-made antenna of 31 chars', 'a home-made antenna of 31 chars', ''],
    ['', '', ''],
  ])('is read: %j', (text, type, radome) => {
    expect(readAntennaCode(text)).toEqual({ type, radome })
  })

  it('is written with 20 characters, NONE if the radome is unknown', () => {
    expect(antennaCode({ type: 'LEIAR25.R4', radome: 'LEIT' })).toBe('LEIAR25.R4      LEIT')
    expect(antennaCode({ type: 'TRM57971.00', radome: '' })).toBe('TRM57971.00     NONE')
  })
})

describe('a period', () => {
  it('splits a code of 20 characters and drops what its kind does not have', () => {
    expect(tidied(period({ type: 'LEIAR25.R4      LEIT', firmware: '5.1' }))).toMatchObject({
      type: 'LEIAR25.R4',
      radome: 'LEIT',
      firmware: '',
    })
    expect(tidied(period({ kind: 'receiver', radome: 'NONE', up: 1 }))).toMatchObject({ radome: '', up: null })
  })

  it.each([
    [{ type: ' ' }, 'empty'],
    [{ type: 'SEVENTEEN LETTERS' }, 'too_long'],
    [{ serial: 'a\nb' }, 'control_characters'],
    [{ radome: 'no' }, 'radome_form'],
    [{ up: 101 }, 'number_range'],
    [{ up: Number.NaN }, 'number_range'],
    [{ installedAt: new Date('2026-11-16T00:00:00Z') }, 'not_yet'],
    [{ removedAt: day('01-01') }, 'end_before_start'],
  ])('is rejected: %j', (over, code) => {
    expect(periodErrors(period(over), NOW).map((error) => error.code)).toEqual([code])
  })

  it('replaces what is installed, and overlaps nothing else', () => {
    const [old, installed] = [period({ id: 1, removedAt: day('02-01') }), period({ id: 2, installedAt: day('03-01') })]
    const history = [old, installed, period({ id: 3, kind: 'receiver' })]
    const at = (from: string, until: string | null) =>
      placed(history, period({ installedAt: day(from), removedAt: until === null ? null : day(until) }))
    expect(at('04-01', null)).toEqual({ ends: installed, overlaps: null })
    expect(at('02-01', '03-01')).toEqual({ ends: null, overlaps: null })
    expect(at('01-15', '02-15').overlaps).toBe(old)
    expect(at('03-01', null).overlaps).toBe(installed)
    expect(placed(history, { ...installed, installedAt: day('02-01') }, 2)).toEqual({ ends: null, overlaps: null })
    expect(placed(history, { ...installed, installedAt: day('01-20') }, 2).overlaps).toBe(old)
  })

  it('is in force from its installation until its removal', () => {
    const history = [period({ removedAt: day('02-01') })]
    expect(inForceAt(history, 'antenna', day('01-01'))).toBe(history[0])
    expect(inForceAt(history, 'antenna', day('02-01'))).toBeNull()
    expect(inForceAt(history, 'receiver', day('01-01'))).toBeNull()
  })
})

describe('an announcement', () => {
  const receiver = { type: 'LEICA GR50', serial: '1', firmware: '4.50' }

  it('names only what the stream names', () => {
    expect(announcedFrom(null, 1)).toBeNull()
    expect(announcedFrom({ antenna: '', antennaSerial: '', receiver: null }, 1)).toBeNull()
    expect(announcedFrom({ antenna: 'LEIAR25.R4      LEIT', antennaSerial: null, receiver: null }, null)).toEqual({
      receiver: null,
      antenna: { type: 'LEIAR25.R4', radome: 'LEIT', serial: '', up: null },
    })
    const empty = { type: '', serial: '', firmware: '' }
    expect(announcedFrom({ antenna: '', antennaSerial: '', receiver: empty }, null)).toBeNull()
  })

  it('begins a receiver by itself, and completes one that the stream began', () => {
    const stream = { ...period({ kind: 'receiver', origin: 'stream' }), ...receiver }
    const recorded = (installed: Period | null) => ({ installed, hasHistory: installed !== null })
    expect(receiverStep(recorded(null), null, receiver)).toBe('begin')
    expect(receiverStep(recorded(stream), receiver, receiver)).toBe('none')
    expect(receiverStep(recorded(stream), receiver, { ...receiver, firmware: '4.60' })).toBe('begin')
    expect(receiverStep(recorded(stream), receiver, { ...receiver, firmware: '' })).toBe('none')
    expect(receiverStep(recorded({ ...stream, serial: '' }), null, receiver)).toBe('complete')
    expect(receiverStep(recorded(stream), receiver, null)).toBe('none')
  })

  it("leaves a person's receiver alone until the stream changes", () => {
    const written = { ...period({ kind: 'receiver' }), ...receiver, type: 'LEICA GR50 (roof)' }
    const recorded = { installed: written, hasHistory: true }
    expect(receiverStep(recorded, null, receiver)).toBe('none')
    expect(receiverStep(recorded, receiver, receiver)).toBe('none')
    expect(receiverStep(recorded, receiver, { ...receiver, serial: '2' })).toBe('begin')
    const removed = { installed: null, hasHistory: true }
    expect(receiverStep(removed, receiver, receiver)).toBe('none')
  })

  const antenna = { type: 'LEIAR25.R4', radome: 'LEIT', serial: '725100', up: 0.1 }

  it.each([
    ['another spelling', { type: 'leiar25.r4' }, false],
    ['an unknown serial number', { serial: '' }, false],
    ['a height that was never set', { up: 0 }, false],
    ['another type', { type: 'TRM57971.00' }, true],
    ['another radome', { radome: 'NONE' }, true],
    ['another serial number', { serial: '725101' }, true],
    ['another height', { up: 0.2 }, true],
  ])('of an antenna differs from the record: %s', (_, over, differs) => {
    expect(isOtherAntenna(antenna, { ...antenna, ...over })).toBe(differs)
  })

  it('of another antenna waits for a person; a rejected one stays rejected', () => {
    const recorded = { installed: { ...period(), ...antenna }, hasHistory: true }
    const other = { ...antenna, type: 'TRM57971.00' }
    expect(antennaStep({ installed: null, hasHistory: false }, antenna)).toBe('begin')
    expect(antennaStep(recorded, other)).toBe('none')
    expect(antennaStateOf(recorded, antenna, null)).toBe('agrees')
    expect(antennaStateOf(recorded, null, null)).toBe('agrees')
    expect(antennaStateOf(recorded, other, null)).toBe('pending')
    expect(antennaStateOf(recorded, other, other)).toBe('rejected')
    expect(antennaStateOf(recorded, { ...other, serial: '9' }, other)).toBe('pending')
    expect(antennaStateOf({ installed: null, hasHistory: true }, antenna, null)).toBe('pending')
  })

  it('has a text', () => {
    expect(antennaText(antenna)).toBe('LEIAR25.R4 LEIT, 725100, 0.100 m')
    expect(antennaText({ type: 'X', radome: '', serial: '', up: null })).toBe('X')
  })
})

describe('a site', () => {
  const announced = { lat: 19.4326, lng: -99.1332, height: 2250 }
  const record = { code: 'CDMX', networkName: 'Red', facts: NO_SITE_FACTS, history: [] as Period[], announced }

  it('is the antenna reference point while the eccentricity is unknown', () => {
    const site = siteAt(record, NOW)
    expect(site).toMatchObject({ markerName: 'CDMX', agency: 'Red', receiver: { type: '' }, antenna: { type: '' } })
    expect(positionOf(site.position!).lat).toBeCloseTo(19.4326, 9)
    expect(heightOf(site.position!)).toBeCloseTo(2250, 4)
  })

  it('is the marker below the antenna that was in force', () => {
    const history = [
      period({ up: 1.5, east: 3, north: -4, removedAt: day('06-01') }),
      period({ type: 'TRM57971.00', up: 0, installedAt: day('06-01') }),
    ]
    const then = siteAt({ ...record, history }, day('03-01'))
    expect(then.antenna.type).toBe('LEIAR25.R4')
    expect(then.eccentricity).toEqual({ up: 1.5, east: 3, north: -4 })
    expect(heightOf(then.position!)).toBeCloseTo(2248.5, 4)
    const apart = positionOf(then.position!)
    expect((19.4326 - apart.lat) * 110_650).toBeCloseTo(-4, 1)
    expect((-99.1332 - apart.lng) * 104_990).toBeCloseTo(3, 1)
    expect(siteAt({ ...record, history }, NOW)).toMatchObject({
      antenna: { type: 'TRM57971.00' },
      eccentricity: { up: 0 },
    })
  })

  it('has no position if the station never announced one', () => {
    expect(siteAt({ ...record, announced: null }, NOW).position).toBeNull()
  })
})
