import { type FieldFault, wrong } from '../codes/fault.ts'
import { isEmailAddress } from '../text/email-address.ts'
import { isOneLine } from '../text/printable.ts'
import type { SiteFacts } from './site.ts'

const MOST = 200
/** IERS DOMES number, such as 41507M006; other networks use numbers of their own. */
const NUMBER = /^[A-Za-z0-9._-]{0,20}$/
const TEXTS = [
  ...(['markerName', 'monument', 'place', 'agency', 'contactName', 'contactEmail', 'contactPhone'] as const),
] as const

export function siteErrors(facts: SiteFacts): FieldFault[] {
  const errors: FieldFault[] = []
  for (const field of TEXTS) {
    if (facts[field].length > MOST) errors.push(wrong([field], 'too_long', { most: MOST }))
    else if (!isOneLine(facts[field])) errors.push(wrong([field], 'control_characters'))
  }
  if (!NUMBER.test(facts.markerNumber)) errors.push(wrong(['markerNumber'], 'marker_number_form'))
  if (facts.contactEmail !== '' && !isEmailAddress(facts.contactEmail))
    errors.push(wrong(['contactEmail'], 'wrong_format', { format: 'email' }))
  return errors
}
