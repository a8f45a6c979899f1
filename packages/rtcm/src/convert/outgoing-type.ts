// Predicts the type of a converted message without a stream, to announce a mountpoint before anything is converted.
import { isObservation } from '../observations/head.ts'
import type { LeftOut } from './counts.ts'
import { convertedType } from './forms/message-forms.ts'
import { constellationIndexOf } from './message-constellation.ts'
import { holdsPosition, isTransformation } from './reference-position.ts'
import { type ConversionSettings, Wanted } from './settings.ts'

/** Returns a reason instead of a type if the message cannot be converted; `unwanted` if the settings exclude it. */
export function outgoingType(type: number, settings: ConversionSettings): number | LeftOut | 'unwanted' {
  const wanted = new Wanted(settings)
  const outgoing = isObservation(type) ? convertedType(type, settings.form) : type
  const constellation = constellationIndexOf(type)
  const isWanted =
    (constellation < 0 || wanted.constellation(constellation)) &&
    wanted.type(type, typeof outgoing === 'number' ? outgoing : type)
  if (!isWanted) return 'unwanted'
  return contradicts(type, settings) ? 'other_frame' : outgoing
}

const contradicts = (type: number, { position }: ConversionSettings): boolean =>
  position !== undefined && (isTransformation(type) || (position === null && holdsPosition(type)))
