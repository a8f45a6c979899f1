import { DAY_MS } from '../../time/units.ts'

export const REQUESTS_KEPT_MS = 7 * DAY_MS
/** Max requests per token that are kept. */
export const REQUESTS_KEPT = 10_000
/** Max requests per minute and token that a process records: successful ones, and all. */
const RECORDED_A_MINUTE = { successful: 120, all: 240 }

export const mayRecord = (recordedThisMinute: number, status: number): boolean =>
  recordedThisMinute < (status < 400 ? RECORDED_A_MINUTE.successful : RECORDED_A_MINUTE.all)
