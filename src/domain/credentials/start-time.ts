import { type Fault, fault } from '../codes/fault.ts'
import { localDay, readInstant } from '../time/local-time.ts'
import { DAY_MS, MINUTE_MS } from '../time/units.ts'

export const MAX_DAYS_UNTIL_START = 180
const GRACE_MS = 5 * MINUTE_MS

export type StartTime = { readonly at: Date } | { readonly fault: Fault }

/** A date means midnight in Mexico central time; a timestamp without offset is in the same zone. */
export function startTime(text: string | undefined, now: Date): StartTime {
  if (text === undefined) return { at: now }
  const at = readInstant(text)
  if (!at) return { fault: fault('start_form') }
  if (at.getTime() - now.getTime() > MAX_DAYS_UNTIL_START * DAY_MS)
    return { fault: fault('start_too_far', { days: MAX_DAYS_UNTIL_START }) }
  if (at > now) return { at }
  // A time a few minutes ago or earlier today means "now".
  if (now.getTime() - at.getTime() <= GRACE_MS || localDay(at) === localDay(now)) return { at: now }
  return { fault: fault('start_in_past') }
}
