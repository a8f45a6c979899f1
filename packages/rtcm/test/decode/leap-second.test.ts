// A leap second at 1 Hz: 23:59:60 UTC is an epoch of its own, for GLONASS and for the others of the same instant.
import { expect, it } from 'vitest'
import { ObservationDecoder } from '../../src/decode/observation-decoder.ts'
import { constellationOf } from '../../src/decode/observation-epoch.ts'
import { typeOf } from '../support/conversion.ts'
import {
  LEAP_GPS_MS,
  LEAP_STREAMS,
  type LeapStream,
  leapMessage,
  type MachineClock,
  receivedAt,
} from '../support/leap-second.ts'

const SECONDS = Array.from({ length: 41 }, (_, n) => n - 20)
const HOUR_S = 3_600
/** On the same day in Moscow, and on the day after. */
const LATER = [1, 12, 20.9, 21.1].map((hours) => [0, 1, 2].map((second) => hours * HOUR_S + second))
const CLOCKS = ['steps', 'runs on', 'slow'] as const

function decode(stream: LeapStream, seconds: readonly number[], clock: MachineClock, isLegacy: boolean) {
  const found: [number, string][] = []
  const decoder = new ObservationDecoder(({ gpsMs, rows, satellite }) => {
    const constellations = [...satellite.subarray(0, rows)].map(constellationOf)
    found.push([(gpsMs - LEAP_GPS_MS) / 1000, constellations.toSorted().join(' ')])
  })
  for (const second of seconds)
    for (const constellation of stream.order) {
      const message = leapMessage(constellation, second, stream, isLegacy)
      decoder.add(message, typeOf(message), receivedAt(second, clock))
    }
  decoder.flush()
  expect(decoder.counts).toEqual({ invalid: 0, late: 0, foreign: 0 })
  return found
}

it.each(LEAP_STREAMS)('$name: each second has one epoch with all constellations', (stream) => {
  const all = stream.order.toSorted().join(' ')
  for (const clock of CLOCKS)
    for (const isLegacy of [false, true])
      for (const seconds of [SECONDS, ...LATER])
        expect([clock, isLegacy, decode(stream, seconds, clock, isLegacy)]).toEqual([
          clock,
          isLegacy,
          seconds.map((second) => [second, all]),
        ])
})
