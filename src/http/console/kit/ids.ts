// Ids and times as they stand in addresses.
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid } from '../../../domain/codes/refusal.ts'

/** Beyond what any row can have: names nothing, and is answered like any other id that names nothing. */
const NOTHING = 0

export function idOf(text: string, field = 'id'): number {
  if (!/^[1-9]\d*$/.test(text)) throw invalid(wrong([field], 'not_positive_integer'))
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : NOTHING
}

/** Of a time that has the right form; the 31st of February has it too. */
export function timeOf(text: string, field: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw invalid(wrong([field], 'wrong_format', { format: 'date-time' }))
  return time
}
