// Predicts the shape of an altered stream from the shape of its station: for the sourcetable, while the altered stream
// is not measured here.

import {
  CONSTELLATIONS,
  type Constellation,
  constellationIndexOf,
  isObservation,
  outgoingType,
  type StreamShape,
} from '@vertice/rtcm'
import type { Alteration } from '../../../domain/network/mountpoints/alteration.ts'

type Messages = StreamShape['messages']

/** 1004 and 1012 hold two frequencies. */
const LEGACY_FREQUENCIES = 2

/** `ephemerides`: the message numbers of ephemerides that can be added now. */
export function alteredShape(
  shape: StreamShape,
  alteration: Alteration,
  ephemerides: Iterable<number> = [],
): StreamShape {
  const messages = new Map<number, number | null>()
  for (const { type, seconds } of shape.messages) {
    const given = outgoingType(type, alteration)
    if (typeof given !== 'number') continue
    messages.set(given, isObservation(type) ? thinned(seconds, alteration.everySeconds) : seconds)
  }
  for (const type of alteration.added?.types ?? []) messages.set(type, alteration.added!.everySeconds)
  for (const type of alteration.ephemerides ? ephemerides : [])
    if (isKept(type, alteration) && !messages.has(type)) messages.set(type, alteration.ephemerides!.everySeconds)
  const given: Messages = [...messages].sort(([a], [b]) => a - b).map(([type, seconds]) => ({ type, seconds }))
  const observed = given.filter(({ type }) => isObservation(type)).map(({ type }) => constellationOf(type))
  const constellations = shape.constellations.filter((name) => observed.includes(name))
  const most = alteration.form === 'legacy' ? LEGACY_FREQUENCIES : Number.POSITIVE_INFINITY
  return {
    messages: given,
    constellations,
    frequencies: constellations.length === 0 ? 0 : Math.min(shape.frequencies, most),
    bitsPerSecond: null,
  }
}

const constellationOf = (type: number): Constellation | undefined => CONSTELLATIONS[constellationIndexOf(type)]

const isKept = (type: number, { constellations }: Alteration) =>
  constellations?.includes(constellationOf(type)!) ?? true

const thinned = (seconds: number | null, every: number | null) =>
  seconds === null || every === null ? seconds : Math.max(seconds, every)
