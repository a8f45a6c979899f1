import { expect, it } from 'vitest'
import { isRecorded, keptFreeBytes, pausesRecording } from '../../../src/domain/archive/recorded.ts'

const GB = 1e9
const upstream = {} as never

it.each([
  ['own stations', {}, true],
  ['mountpoints of external casters not', { upstream }, false],
  ['those that the operator switched on', { upstream, recorded: true }, true],
  ['not those that the operator switched off', { recorded: false }, false],
  ['not other formats than RTCM', { isRtcm: false, recorded: true }, false],
  ['not archived stations', { archived: true, recorded: true }, false],
])('records %s', (_, station, expected) =>
  expect(isRecorded({ isRtcm: true, archived: false, recorded: null, ...station })).toBe(expected),
)

it.each([
  ['1 GB', 10 * GB, 1 * GB],
  ['5 %', 100 * GB, 5 * GB],
  ['at most 20 GB', 4_000 * GB, 20 * GB],
  ['at most a quarter', 1 * GB, 0.25 * GB],
])('keeps %s of a disk free', (_, totalBytes, expected) => expect(keptFreeBytes({ totalBytes })).toBe(expected))

it('pauses below the limit and resumes well above it', () => {
  const disk = (freeBytes: number) => ({ freeBytes, totalBytes: 100 * GB })
  expect([5.1, 4.9].map((free) => pausesRecording(disk(free * GB), false))).toEqual([false, true])
  expect([5.5, 6.1].map((free) => pausesRecording(disk(free * GB), true))).toEqual([true, false])
})
