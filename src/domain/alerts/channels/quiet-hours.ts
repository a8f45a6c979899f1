// Quiet hours of a channel, as local times of a time zone.
import { type FieldFault, wrong } from '../../codes/fault.ts'

export interface QuietHours {
  /** HH:MM. */
  readonly from: string
  /** HH:MM, exclusive; on the next day if it is not after `from`. */
  readonly to: string
  /** IANA name. */
  readonly zone: string
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

export function quietFaults({ from, to, zone }: QuietHours): FieldFault[] {
  const faults: FieldFault[] = []
  if (!TIME.test(from)) faults.push(wrong(['quiet', 'from'], 'wrong_form', { form: 'HH:MM' }))
  if (!TIME.test(to)) faults.push(wrong(['quiet', 'to'], 'wrong_form', { form: 'HH:MM' }))
  else if (from === to) faults.push(wrong(['quiet', 'to'], 'quiet_all_day'))
  if (!isZone(zone)) faults.push(wrong(['quiet', 'zone'], 'not_a_time_zone'))
  return faults
}

function isZone(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Throws a RangeError for an unknown zone. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const options = { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en-GB', options)
  formats.set(zone, format)
  return format
}

export function isQuietAt({ from, to, zone }: QuietHours, at: Date): boolean {
  const local = formatOf(zone).format(at)
  return from < to ? from <= local && local < to : from <= local || local < to
}
