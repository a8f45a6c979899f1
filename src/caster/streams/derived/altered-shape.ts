// The expected shape of an altered stream, from the shape of its station: for the sourcetable, while the altered stream is not measured here.

import {
  CONSTELLATIONS,
  type Constellation,
  canLower,
  constellationIndexOf,
  isObservation,
  type StreamShape,
} from '@vertice/rtcm'
import type { Alteration } from '../../../domain/network/mountpoints/alteration.ts'

type Messages = StreamShape['messages']

const LEGACY: Readonly<Partial<Record<Constellation, number>>> = { GPS: 1004, GLO: 1012 }
/** 1004 and 1012 have room for two. */
const LEGACY_FREQUENCIES = 2

export function alteredShape(shape: StreamShape, alteration: Alteration): StreamShape {
  const messages = new Map<number, number | null>()
  for (const { type, seconds } of shape.messages) {
    const given = givenAs(type, alteration)
    if (given === null || !isWanted(type, given, alteration)) continue
    messages.set(given, isObservation(type) ? thinned(seconds, alteration.everySeconds) : seconds)
  }
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

/** The type that a message is converted to; `null` if it cannot be converted. */
function givenAs(type: number, { form }: Alteration): number | null {
  if (!isObservation(type) || form === 'as_is') return type
  const isMsm = type > 1012
  if (form === 'legacy') return isMsm ? (type % 10 < 4 ? null : (LEGACY[constellationOf(type)!] ?? null)) : type
  const level = form === 'msm4' ? 4 : 5
  return isMsm && canLower(type % 10, level) ? type - (type % 10) + level : null
}

function isWanted(type: number, given: number, { messages, constellations }: Alteration): boolean {
  const constellation = constellationOf(type)
  if (constellations && constellation && !constellations.includes(constellation)) return false
  if (!messages) return true
  const [isNamed, isGivenNamed] = [messages.types.includes(type), messages.types.includes(given)]
  return (isNamed || isGivenNamed) === (messages.rule === 'keep')
}

const thinned = (seconds: number | null, every: number | null) =>
  seconds === null || every === null ? seconds : Math.max(seconds, every)
