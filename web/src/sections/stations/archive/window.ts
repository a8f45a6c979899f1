// The chosen window. The calendar and the fields change the same two times.
import { useState } from 'react'
import { type CalendarHour, HOUR_MS, type HourRange } from './hours.ts'
import { fieldText, timeIn } from './use-utc.ts'

const LONGEST_MS = 31 * 24 * HOUR_MS

export type WindowFault = 'windowOrder' | 'windowFuture' | 'windowLong'

export function useWindow(hours: readonly CalendarHour[]) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [begins, ends] = [timeIn(from), timeIn(to)]
  const chosen = begins && ends ? { from: begins, to: ends } : null
  return {
    fields: { from, to, setFrom, setTo },
    chosen,
    fault: chosen && faultOf(chosen),
    selected: chosen && hours.length > 0 ? rangeIn(hours[0]!.at, chosen, hours.length) : null,
    /** A window that includes the current hour ends now. */
    select(range: HourRange) {
      const end = Math.min(hours[0]!.at.getTime() + range.to * HOUR_MS, Math.floor(Date.now() / 60_000) * 60_000)
      setFrom(fieldText(new Date(hours[0]!.at.getTime() + range.from * HOUR_MS)))
      setTo(fieldText(new Date(end)))
    },
  }
}

export type ChosenWindow = ReturnType<typeof useWindow>

interface Span {
  readonly from: Date
  readonly to: Date
}

function faultOf({ from, to }: Span): WindowFault | null {
  if (to <= from) return 'windowOrder'
  if (to.getTime() > Date.now()) return 'windowFuture'
  return to.getTime() - from.getTime() > LONGEST_MS ? 'windowLong' : null
}

/** The hours that overlap the window. */
function rangeIn(first: Date, { from, to }: Span, count: number): HourRange | null {
  const place = (at: Date) => (at.getTime() - first.getTime()) / HOUR_MS
  const range = { from: Math.max(0, Math.floor(place(from))), to: Math.min(count, Math.ceil(place(to))) }
  return range.to > range.from ? range : null
}
