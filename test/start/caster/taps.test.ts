import { expect, it } from 'vitest'
import { allTaps, type StationTap } from '../../../src/caster/streams/sources/station-tap.ts'
import { tapsOf } from '../../../src/start/caster/taps.ts'

const FRAMES = Buffer.from('frames')
const SOURCE = { isStandby: false, fencingToken: 5 }

/** What each of the taps receives for one chunk. */
function received(present: { recording?: boolean; quality?: boolean; injected?: boolean }): Record<string, unknown[]> {
  const calls: Record<string, unknown[]> = {}
  const tap =
    (name: string): StationTap =>
    (...call) => {
      calls[name] = call
    }
  const quality = (...call: unknown[]) => {
    calls.quality = call
  }
  allTaps(
    tapsOf(
      present.recording ? { tap: tap('recording') } : undefined,
      present.quality ? { tap: quality } : undefined,
      present.injected ? tap('injected') : undefined,
    ),
  )(7, FRAMES, 1000, SOURCE)
  return calls
}

const OF = {
  recording: [7, FRAMES, 1000, SOURCE],
  quality: [7, FRAMES, 1000, 5],
  injected: [7, FRAMES, 1000, SOURCE],
}

it('pass every frame to the recorder, the measurement of quality and an injected tap', () => {
  expect(received({ recording: true, quality: true, injected: true })).toEqual(OF)
})

it('measure quality without a recorder, and call nothing if there is none', () => {
  expect(received({ quality: true })).toEqual({ quality: OF.quality })
  expect(received({ quality: true, injected: true })).toEqual({ quality: OF.quality, injected: OF.injected })
  expect(received({})).toEqual({})
})
