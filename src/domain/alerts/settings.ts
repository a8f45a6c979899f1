// The operator's alert settings: recipients, topics, delays and thresholds.
import { type FieldFault, fault, wrong } from '../codes/fault.ts'
import { LANGUAGES, type Language } from '../people/user.ts'
import { isEmailAddress } from '../text/email-address.ts'
import { ALERT_TOPICS, type AlertTopic } from './alert.ts'

export interface AlertSettings {
  readonly recipients: readonly string[]
  /** Topics that are not mailed; the console still shows their alerts. */
  readonly muted: readonly AlertTopic[]
  /** Alerts shorter than this are not mailed. */
  readonly delayMinutes: number
  /** Pause after a mail about a subject before the next one, unless the new alert is critical. */
  readonly quietMinutes: number
  readonly language: Language
  readonly diskFreePercent: number
  /** Days before expiry at which a certificate raises an alert. */
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
