import { expect, it } from 'vitest'
import { InFlight } from '../../../src/start/bus/in-flight.ts'

const MB = 1024 * 1024

it('limits unacknowledged bytes, and has room again after an acknowledgement', () => {
  const inFlight = new InFlight()
  expect(inFlight.mayAsk()).toBe(false)
  for (let sent = 0; sent < 4; sent++) inFlight.sent(MB)
  expect(inFlight.hasRoomFor(1)).toBe(false)
  const arrived = inFlight.ask(0)
  expect(inFlight.mayAsk()).toBe(false)
  arrived()
  expect(inFlight.hasRoomFor(4 * MB)).toBe(true)
})

it('counts bytes sent after the question as still in flight', () => {
  const inFlight = new InFlight()
  inFlight.sent(3 * MB)
  const arrived = inFlight.ask(0)
  inFlight.sent(MB)
  arrived()
  expect(inFlight.hasRoomFor(3 * MB)).toBe(true)
  expect(inFlight.hasRoomFor(3 * MB + 1)).toBe(false)
  expect(inFlight.mayAsk()).toBe(true)
})

it('reports a missing answer as overdue, and ignores an answer of an earlier connection', () => {
  const inFlight = new InFlight()
  inFlight.sent(1)
  const arrived = inFlight.ask(1_000)
  expect(inFlight.isOverdue(4_000)).toBe(false)
  expect(inFlight.isOverdue(4_001)).toBe(true)
  inFlight.reset()
  expect(inFlight.isOverdue(9_000)).toBe(false)
  inFlight.sent(4 * MB)
  arrived()
  expect(inFlight.hasRoomFor(1)).toBe(false)
})
