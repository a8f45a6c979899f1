// A host: a person at whose site a station stands. Hosts follow only their station.
import { type FieldFault, fault, wrong } from '../../codes/fault.ts'
import { LANGUAGES, type Language } from '../../people/user.ts'
import { isEmailAddress } from '../../text/email-address.ts'
import { isOneLine } from '../../text/printable.ts'

export interface StationHost {
  readonly id: number
  readonly stationId: number
  readonly name: string
  readonly email: string
  readonly language: Language
  /** Secret in the links of the host's mails and page. */
  readonly key: string
  readonly createdAt: Date
  /** `null` until the host confirms the address; before, only the confirmation is mailed. */
  readonly confirmedAt: Date | null
}

export type HostInput = Pick<StationHost, 'name' | 'email' | 'language'>

export const MOST_HOSTS_OF_A_STATION = 10
const LONGEST_NAME = 120

export function hostFaults({ name, email, language }: HostInput): FieldFault[] {
  const faults: FieldFault[] = []
  if (name.trim() === '') faults.push(wrong(['name'], 'missing'))
  if (name.length > LONGEST_NAME) faults.push({ path: ['name'], ...fault('too_long', { most: LONGEST_NAME }) })
  if (!isOneLine(name)) faults.push(wrong(['name'], 'control_characters'))
  if (!isEmailAddress(email)) faults.push(wrong(['email'], 'wrong_format', { format: 'email' }))
  if (!LANGUAGES.includes(language)) faults.push(wrong(['language'], 'not_one_of', { choices: LANGUAGES }))
  return faults
}

/** Same length as the keys of subscribers; too long to guess. */
export const HOST_KEY_LENGTH = 24
export const isHostKey = (text: string): boolean => /^[0-9A-Za-z]{24}$/.test(text)

/** The host's page, which also confirms and ends. */
export const hostUrl = (baseUrl: string, { key }: Pick<StationHost, 'key'>): string => `${baseUrl}/host/${key}`

/** One-click unsubscribe for mail clients (RFC 8058). */
export const hostLeaveUrl = (baseUrl: string, { key }: Pick<StationHost, 'key'>): string =>
  `${baseUrl}/public/hosts/${key}/leave`

export const HOST_CONFIRM_MAIL = 'host-confirm'
export const HOST_ALERT_MAIL = 'host-alert'
export const HOST_MONTH_MAIL = 'host-month'
