import { DAY_MS } from '../../time/units.ts'

export const REQUESTS_KEPT_MS = 7 * DAY_MS
/** Max requests per token that are kept. */
export const REQUESTS_KEPT = 10_000
/** Max requests per minute and token that a process records: ordinary ones, and all. */
const RECORDED_A_MINUTE = { ordinary: 120, all: 240 }

/** Successes and answers over the rate limit leave room for errors. */
export function mayRecord(recordedThisMinute: number, status: number): boolean {
  const isOrdinary = status < 400 || status === 429
  return recordedThisMinute < (isOrdinary ? RECORDED_A_MINUTE.ordinary : RECORDED_A_MINUTE.all)
}
