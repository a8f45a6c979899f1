import { wrong } from '../../../domain/codes/fault.ts'
import { invalid } from '../../../domain/codes/refusal.ts'

/** No row has this id. Replaces ids beyond 2^53, so that they are answered like any other unknown id. */
const NOTHING = 0

export function idOf(text: string, field = 'id'): number {
  if (!/^[1-9]\d*$/.test(text)) throw invalid(wrong([field], 'not_positive_integer'))
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : NOTHING
}

/** Rejects times that match the pattern but do not exist, such as the 31st of February. */
export function timeOf(text: string, field: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw invalid(wrong([field], 'wrong_format', { format: 'date-time' }))
  return time
}
