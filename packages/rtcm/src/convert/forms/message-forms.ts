// The type that an observation message is converted to. A form is an upper limit: observations with less detail stay
// unchanged.
import { CONSTELLATIONS } from '../../observations/head.ts'
import type { LeftOut } from '../counts.ts'
import { constellationIndexOf } from '../message-constellation.ts'
import type { ConversionSettings } from '../settings.ts'

type Form = ConversionSettings['form']

const GPS = CONSTELLATIONS.indexOf('GPS')
const GLONASS = CONSTELLATIONS.indexOf('GLO')

/** 1001 to 1012. */
export const isLegacy = (type: number): boolean => type <= 1012

/** 1001, 1003, 1009 and 1011 lack the whole milliseconds of the pseudorange. */
const hasWholeRanges = (type: number) => type % 2 === 0

/** The type of the converted message, or why there is none. SBAS satellites of a 1002 or 1004 leave as 1104. */
export function convertedType(type: number, form: Form): number | LeftOut {
  if (form === 'as_is' || (isLegacy(type) && form === 'legacy')) return type
  const constellation = constellationIndexOf(type)
  if (form === 'legacy') {
    if (constellation !== GPS && constellation !== GLONASS) return 'no_older_form'
    if (type % 10 < 4) return 'lower_level'
    return constellation === GPS ? 1004 : 1012
  }
  if (isLegacy(type)) return hasWholeRanges(type) ? 1074 + 10 * constellation : 'older_form'
  const level = type % 10
  return type - level + msmLevel(level, form)
}

/** MSM6 has no rates, so it cannot become MSM5. */
function msmLevel(level: number, form: 'msm5' | 'msm4'): number {
  if (level < 4) return level
  return form === 'msm5' && level % 2 === 1 ? 5 : 4
}
