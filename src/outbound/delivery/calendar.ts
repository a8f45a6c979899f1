// The expiry of a credential as a calendar entry (RFC 5545). Omits the link to the customer's page: calendars are
// shared, and the page shows the password.
import type { CustomerDelivery } from '../../domain/delivery/delivery.ts'
import type { Language } from '../../domain/people/user.ts'
import { fileNameOf } from '../../domain/text/file-name.ts'
import { oneLine } from '../../domain/text/plain-text.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/time/units.ts'
import { wordsOf } from './words/words.ts'

const REMINDED_DAYS = 7
/** Section 3.1: a line has at most 75 octets; continuation lines start with a space. */
const LONGEST_LINE = 75

export const calendarName = ({ credential }: CustomerDelivery): string => fileNameOf(credential.username, 'ics')

export function calendar(delivery: CustomerDelivery, language: Language): Buffer {
  const { further: words } = wordsOf(language)
  const { credential, networkName, mountpoint, now } = delivery
  const { id, username, startsAt, expiresAt } = credential
  const title = text(words.calendarTitle(networkName))
  // For a short validity, a reminder a week before would be earlier than the start.
  const isLong = expiresAt.getTime() - startsAt.getTime() > REMINDED_DAYS * DAY_MS
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Vertice//NTRIP//ES',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    // Always the same UID, so that a renewal moves the entry instead of adding a second one.
    `UID:ntrip-${id}-${username}@vertice`,
    `SEQUENCE:${Math.floor(expiresAt.getTime() / MINUTE_MS)}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(expiresAt)}`,
    'DURATION:PT15M',
    `SUMMARY:${title}`,
    `DESCRIPTION:${text(words.calendarText(username, mountpoint))}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${title}`,
    `TRIGGER:${isLong ? `-P${REMINDED_DAYS}D` : '-PT2H'}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return Buffer.from(`${lines.map(folded).join('\r\n')}\r\n`)
}

/** Section 3.3.5, form 2. */
const utc = (at: Date) => at.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Section 3.3.11. */
const text = (value: string) => oneLine(value).replace(/[\\;,]/g, (sign) => `\\${sign}`)

/** Folds between characters, never within one. */
function folded(line: string): string {
  const lines: string[] = []
  let part = ''
  for (const character of line) {
    if (Buffer.byteLength(part + character) > LONGEST_LINE) {
      lines.push(part)
      part = ' '
    }
    part += character
  }
  return [...lines, part].join('\r\n')
}
