import { describe, expect, it } from 'vitest'
import { isLate, secondsSince } from '../../../../src/domain/network/overview/queues.ts'

const NOW = new Date('2026-11-16T12:00:00Z')
const secondsAgo = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)

describe('a queue', () => {
  it.each([
    [null, false],
    [secondsAgo(-60), false],
    [secondsAgo(299), false],
    [secondsAgo(300), true],
  ])('is late if due since %s: %s', (dueSince, expected) => {
    expect(isLate({ dueSince }, NOW)).toBe(expected)
  })

  it('never has a negative delay', () => {
    expect(secondsSince(secondsAgo(-5), NOW)).toBe(0)
    expect(secondsSince(secondsAgo(12.5), NOW)).toBe(12.5)
    expect(secondsSince(null, NOW)).toBe(0)
  })
})
