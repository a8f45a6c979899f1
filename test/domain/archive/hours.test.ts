import { expect, it } from 'vitest'
import { archivedHours, completenessOf } from '../../../src/domain/archive/hours.ts'
import { hourOf, segmentName } from '../../../src/domain/archive/segment.ts'
import { windowContents } from '../../../src/domain/archive/window.ts'

const at = (time: string) => new Date(`2026-11-18T${time}Z`)
const segment = (hour: string, epochs: number, intervalMs: number | null, bytes = epochs * 1000) => ({
  isDaily: false,
  hour: at(hour),
  epochs,
  intervalMs,
  bytes,
})

it('lists every hour of the window and adds the segments of an hour', () => {
  const segments = [segment('07:00', 3000, 1000), segment('07:00', 300, 1000), segment('09:00', 120, 30_000)]
  const window = { from: at('06:30:00'), to: at('10:00:00'), now: at('12:00:00') }
  expect(archivedHours(segments, window).map(({ epochs, expected, bytes }) => [epochs, expected, bytes])).toEqual([
    [0, 3600, 0],
    [3300, 3600, 3_300_000],
    [0, 3600, 0],
    [120, 120, 120_000],
  ])
})

it('expects the hours before the first data by its interval', () => {
  const window = { from: at('00:00'), to: at('04:00'), now: at('12:00') }
  const hours = archivedHours([segment('03:00', 3600, 1000), segment('02:00', 3600, 1000)], window)
  expect(windowContents(hours, window)).toMatchObject({
    ...{ expected: 14_400, completenessPct: 50 },
    gaps: [{ from: at('00:00'), to: at('02:00'), missingEpochs: 7200 }],
  })
  expect(archivedHours([], window).map(({ expected }) => expected)).toEqual([0, 0, 0, 0])
})

it('expects the running hour up to now, and never counts more than was expected', () => {
  const window = { from: at('07:00'), to: at('08:00'), now: at('07:15') }
  const [hour] = archivedHours([segment('07:00', 910, 1000)], window)
  expect(hour).toMatchObject({ epochs: 900, expected: 900 })
})

it('says 100 % only if nothing is missing, and nothing if nothing was expected', () => {
  expect(completenessOf({ epochs: 3599, expected: 3600 })).toBe(99.9)
  expect(completenessOf({ epochs: 3600, expected: 3600 })).toBe(100)
  expect(completenessOf({ epochs: 0, expected: 0 })).toBeNull()
})

it('names files by station, day and hour', () => {
  expect(hourOf(at('07:59:59.999'))).toEqual(at('07:00'))
  expect(segmentName({ stationId: 12, hour: at('07:00') }, 'k3x')).toBe('raw/12/2026-11-18/07-k3x.vseg.zst')
})
