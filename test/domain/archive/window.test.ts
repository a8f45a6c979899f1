import { expect, it } from 'vitest'
import type { ArchivedHour } from '../../../src/domain/archive/hours.ts'
import { fileBytes, windowContents } from '../../../src/domain/archive/window.ts'

const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 16, hour, minute))
const hour = (startsAt: number, epochs: number, expected = 3600): ArchivedHour => ({
  startsAt: at(startsAt),
  epochs,
  expected,
  intervalMs: expected === 0 ? null : 3_600_000 / expected,
  bytes: epochs * 1000,
  isDaily: expected === 120,
})

it('counts whole hours', () => {
  expect(windowContents([hour(1, 3600), hour(2, 3600)], { from: at(1), to: at(3) })).toEqual({
    ...{ hours: 2, epochs: 7200, expected: 7200, completenessPct: 100, gaps: [], furtherGaps: 0, bytes: 7_200_000 },
    dailyUntil: null,
  })
})

it('takes its share of the first and the last hour', () => {
  const contents = windowContents([hour(1, 3600), hour(2, 3600)], { from: at(1, 30), to: at(2, 15) })
  expect(contents).toMatchObject({ hours: 0.75, epochs: 2700, expected: 2700, bytes: 2_700_000 })
})

it('joins hours with missing epochs to runs', () => {
  const hours = [hour(1, 3600), hour(2, 3000), hour(3, 0), hour(4, 3600), hour(5, 3599)]
  const { gaps, completenessPct } = windowContents(hours, { from: at(1), to: at(6) })
  expect(gaps).toEqual([
    { from: at(2), to: at(4), missingEpochs: 4200 },
    { from: at(5), to: at(6), missingEpochs: 1 },
  ])
  expect(completenessPct).toBe(76.6)
})

it('reports hours without data as a gap even if nothing is expected', () => {
  const contents = windowContents([hour(1, 0, 0)], { from: at(1), to: at(2) })
  expect(contents).toMatchObject({ completenessPct: null, gaps: [{ from: at(1), to: at(2), missingEpochs: 0 }] })
})

it('keeps the ten runs with most missing epochs, oldest first', () => {
  const hours = Array.from({ length: 24 }, (_, index) => hour(index, index % 2 === 0 ? 3600 : 3600 - index))
  const { gaps, furtherGaps } = windowContents(hours, { from: at(0), to: at(24) })
  expect(gaps.map(({ missingEpochs }) => missingEpochs)).toEqual([5, 7, 9, 11, 13, 15, 17, 19, 21, 23])
  expect(furtherGaps).toBe(2)
})

it('estimates the size of the file by the epochs that it has', () => {
  const contents = windowContents([hour(1, 1800)], { from: at(1), to: at(2) })
  const every = (intervalS: number, hatanaka = true) => fileBytes(contents, { intervalS, hatanaka })!
  expect(every(1) / every(30)).toBeCloseTo(30, 0)
  expect(every(1, false)).toBeGreaterThan(every(1))
  expect(
    fileBytes(windowContents([hour(1, 0)], { from: at(1), to: at(2) }), { intervalS: 1, hatanaka: true }),
  ).toBeNull()
})

it('counts hours of daily files and recorded ones alike', () => {
  const contents = windowContents([hour(1, 60, 120), hour(2, 120, 120), hour(3, 3600)], { from: at(1), to: at(4) })
  expect(contents).toMatchObject({ epochs: 300, expected: 360, completenessPct: 83.3, dailyUntil: at(3) })
  expect(contents.gaps).toMatchObject([{ from: at(1), to: at(2), missingEpochs: 60 }])
  // A recorded epoch counts with its own size, not with that of the 30 that it stands for.
  expect(contents.bytes).toBe(300_000)
})
