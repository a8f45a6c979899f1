import { gpsFromUtc } from '@vertice/rtcm'
import { expect, it } from 'vitest'
import { longName } from '../src/names.ts'

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000]
/** 2026-11-17T00:00:00 in GPS time. */
const START = gpsFromUtc(Date.UTC(2026, 10, 17)) - 18 * SECOND

const name = (lengthMs: number, intervalMs: number | null, startMs = START) =>
  longName({ ...{ station: 'cdmx', country: 'mex', startMs, lengthMs, intervalMs }, content: 'MO', ending: 'crx.gz' })

it.each([
  { of: 'a day at 30 s', is: name(DAY, 30 * SECOND), wanted: 'CDMX00MEX_S_20263210000_01D_30S_MO.crx.gz' },
  { of: 'an hour at 1 s', is: name(HOUR, SECOND), wanted: 'CDMX00MEX_S_20263210000_01H_01S_MO.crx.gz' },
  { of: '90 minutes at 5 Hz', is: name(90 * MINUTE, 200), wanted: 'CDMX00MEX_S_20263210000_90M_05Z_MO.crx.gz' },
  {
    of: 'an odd length, rounded up',
    is: name(90.5 * MINUTE, SECOND),
    wanted: 'CDMX00MEX_S_20263210000_91M_01S_MO.crx.gz',
  },
  { of: 'a file without an interval', is: name(DAY, null), wanted: 'CDMX00MEX_S_20263210000_01D_MO.crx.gz' },
  {
    of: 'the last day of a year',
    is: name(DAY, SECOND, START + 44 * DAY),
    wanted: 'CDMX00MEX_S_20263650000_01D_01S_MO.crx.gz',
  },
])('names $of', ({ is, wanted }) => expect(is).toBe(wanted))
