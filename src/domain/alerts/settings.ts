// What the operator says of alerts: who is written to, of what, and how soon.
import { type FieldFault, fault, wrong } from '../codes/fault.ts'
import { LANGUAGES, type Language } from '../people/user.ts'
import { isEmailAddress } from '../text/email-address.ts'
import { ALERT_TOPICS, type AlertTopic } from './alert.ts'

export interface AlertSettings {
  readonly recipients: readonly string[]
  /** Of these no mails are sent; the console shows them all the same. */
  readonly muted: readonly AlertTopic[]
  /** What does not last so long is not told. */
  readonly delayMinutes: number
  /** So long after a mail about a station nothing more is told of it, unless it is graver. */
  readonly quietMinutes: number
  readonly language: Language
  /** Less than that of a disk is nearly full. */
  readonly diskFreePercent: number
  /** So long before its end a certificate is told of. */
  readonly certificateDays: number
}

export const MOST_RECIPIENTS = 20
export const ALERT_RANGES = {
  delayMinutes: { least: 0, most: 120 },
  quietMinutes: { least: 0, most: 1_440 },
  diskFreePercent: { least: 1, most: 99 },
  certificateDays: { least: 1, most: 90 },
} as const
type Figure = keyof typeof ALERT_RANGES

export function alertSettingsFaults(change: Partial<AlertSettings>): FieldFault[] {
  const { recipients = [], muted = [], language } = change
  const faults = recipients.flatMap((address, place) =>
    isEmailAddress(address) ? [] : [wrong(['recipients', place], 'wrong_format', { format: 'email' })],
  )
  if (recipients.length > MOST_RECIPIENTS) faults.push(wrong(['recipients'], 'too_many', { most: MOST_RECIPIENTS }))
  if (new Set(recipients.map((address) => address.toLowerCase())).size < recipients.length)
    faults.push(wrong(['recipients'], 'not_unique'))
  if (muted.some((topic) => !ALERT_TOPICS.includes(topic)))
    faults.push(wrong(['muted'], 'not_one_of', { choices: ALERT_TOPICS }))
  if (language !== undefined && !LANGUAGES.includes(language))
    faults.push(wrong(['language'], 'not_one_of', { choices: LANGUAGES }))
  for (const name of Object.keys(ALERT_RANGES) as Figure[]) {
    const value = change[name]
    const { least, most } = ALERT_RANGES[name]
    if (value !== undefined && !(Number.isInteger(value) && value >= least && value <= most))
      faults.push({ path: [name], ...fault('not_whole_number', { least, most }) })
  }
  return faults
}
