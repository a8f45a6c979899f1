import { describe, expect, it } from 'vitest'
import {
  datumOf,
  FRAMES,
  frameFaults,
  frameIn,
  tableEntryOf,
  UNKNOWN_FRAME,
  withWholeFrame,
} from '../../../src/domain/network/frame.ts'

const MEXICO = { frame: 'mexico-itrf2008', epoch: 2010 }
const read = (datum: string, country = 'MEX') => frameIn({ datum, ...UNKNOWN_FRAME }, country)

describe('a text without a stored frame', () => {
  it.each([
    ['ITRF2008 época 2010.0', MEXICO],
    ['itrf 2008, epoch 2010', MEXICO],
    ['Mexico ITRF2008', MEXICO],
    ['ITRF2008', { frame: 'itrf2008', epoch: null }],
    ['ITRF2008 época 2020.5', { frame: 'itrf2008', epoch: 2020.5 }],
    ['SIRGAS 2000', { frame: 'sirgas2000', epoch: 2000.4 }],
    ['SIRGAS2000 época 2000.4', { frame: 'sirgas2000', epoch: 2000.4 }],
    ['POSGAR 2007 época 2006.63', { frame: 'posgar07', epoch: 2006.632 }],
    ['NAD83(2011) epoch 2010.00', { frame: 'nad83-2011', epoch: 2010 }],
    ['ETRF2000', { frame: 'etrf2000', epoch: null }],
    ['WGS84', { frame: 'wgs84', epoch: null }],
  ])('%s is found in the table', (datum, found) => {
    expect(read(datum)).toEqual(found)
  })

  it.each(['Marco local de la obra', 'SIRGAS 2000 época 2015.0', 'ITRF2008 o parecido', ''])(
    '%j is not in the table',
    (datum) => {
      expect(read(datum)).toEqual(UNKNOWN_FRAME)
    },
  )

  it('is the international frame outside the country that fixed the epoch', () => {
    expect(read('ITRF2008 época 2010.0', 'GTM')).toEqual({ frame: 'itrf2008', epoch: 2010 })
  })
})

it('finds the text of every frame of the table, and keeps the stored one', () => {
  for (const known of FRAMES) {
    const datum = datumOf(known, known.epoch)
    expect(frameIn({ datum, frame: known.key, epoch: known.epoch }, 'MEX')).toEqual({
      frame: known.key,
      epoch: known.epoch,
    })
    expect(read(datum, known.country ?? '')).toEqual({ frame: known.key, epoch: known.epoch })
  }
})

it('believes the text if a release without frames changed it', () => {
  expect(frameIn({ datum: 'ITRF2014 época 2020.0', ...MEXICO }, 'MEX')).toEqual({ frame: 'itrf2014', epoch: 2020 })
  expect(frameIn({ datum: 'local', frame: 'a-later-frame', epoch: 2010 }, 'MEX')).toEqual(UNKNOWN_FRAME)
})

describe('a change', () => {
  it.each([
    [{ frame: 'mexico-itrf2008' }, { datum: 'ITRF2008 época 2010.0', ...MEXICO }],
    [
      { frame: 'itrf2014', epoch: 2016.5 },
      { datum: 'ITRF2014 época 2016.5', frame: 'itrf2014', epoch: 2016.5 },
    ],
    [{ frame: 'itrf2014' }, { datum: 'ITRF2014', frame: 'itrf2014', epoch: null }],
    [{ datum: 'local' }, { datum: 'local', frame: null, epoch: null }],
    [{ datum: null }, { datum: null, frame: null, epoch: null }],
    [{ frame: null }, { datum: null, frame: null, epoch: null }],
    [{ epoch: 2010 }, { datum: 'ITRF2008 época 2010.0', ...MEXICO }],
    [{}, {}],
  ])('%j writes text, frame and epoch together', (change, written) => {
    expect(withWholeFrame(change, MEXICO)).toEqual(written)
    expect(frameFaults(change, MEXICO)).toEqual([])
  })

  it.each([
    [{ frame: 'itrf1900' }, 'not_one_of'],
    [{ epoch: 2015 }, 'frame_fixes_epoch'],
    [{ frame: 'sirgas2000', epoch: 2010 }, 'frame_fixes_epoch'],
    [{ frame: 'itrf2014', epoch: 1500 }, 'number_range'],
    [{ frame: 'itrf2014', epoch: Number.NaN }, 'number_range'],
    [{ frame: null, epoch: 2010 }, 'epoch_without_frame'],
    [{ datum: 'local', frame: 'itrf2014' }, 'frame_and_datum'],
  ])('%j is rejected', (change, code) => {
    expect(frameFaults(change, MEXICO).map((fault) => fault.code)).toEqual([code])
  })

  it('of the epoch needs a frame', () => {
    expect(frameFaults({ epoch: 2010 }, UNKNOWN_FRAME).map(({ code }) => code)).toEqual(['epoch_without_frame'])
  })
})

it('names the entry of the table', () => {
  expect(tableEntryOf(MEXICO)).toMatchObject({ name: 'ITRF2008', epsg: 6364 })
  expect(tableEntryOf(UNKNOWN_FRAME)).toBeNull()
})
