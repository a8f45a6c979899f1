// Mails to customers: connection data with the PDF, a reminder before the expiry, a notice at the expiry.

import type { CustomerDelivery } from '../../../domain/delivery/delivery.ts'
import type { MailContent } from '../../../domain/delivery/mail/frame.ts'
import { type Fact, layOut, type Part } from '../../../domain/delivery/mail/layout.ts'
import { mayRenew } from '../../../domain/delivery/renewal.ts'
import type { Language } from '../../../domain/people/user.ts'
import { fileNameOf } from '../../../domain/text/file-name.ts'
import { longTime } from '../../../domain/text/long-time.ts'
import { quotable } from '../../../domain/text/plain-text.ts'
import { calendar, calendarName } from '../calendar.ts'
import { groupNotes } from '../group-notes.ts'
import { issuersWords } from '../issuers-words.ts'
import { areaIn, datumIn, otherLanguage, wordsOf } from '../words/words.ts'

export function dataMail(delivery: CustomerDelivery, language: Language, sheet: Buffer): MailContent {
  const words = wordsOf(language)
  const { credential, networkName, mountpoint, station } = delivery
  const parts: Part[] = [
    { say: words.mail.hello(greetedName(delivery)) },
    { say: words.mail.intro(networkName) },
    { facts: connectionFacts(delivery, language) },
    { say: words.notWeb, strong: true },
    ...(station ? [] : [{ say: words.sendPosition }]),
    ...groupNotes(delivery, words).map((say) => ({ say })),
    { facts: validityFacts(delivery, language) },
    ...pageParts(delivery, language),
    ...issuersParts(delivery, language),
    ...closing(delivery, language),
  ]
  return {
    ...layOut(language, networkName, words.mail.subject(mountpoint), parts),
    attachments: [
      { filename: fileNameOf(credential.username, 'pdf'), contentType: 'application/pdf', content: sheet },
      { filename: calendarName(delivery), contentType: 'text/calendar', content: calendar(delivery, language) },
    ],
  }
}

export function reminderMail(delivery: CustomerDelivery, language: Language): MailContent {
  const { credential, networkName, now } = delivery
  const words = wordsOf(language)
  const left = words.remaining(credential.expiresAt.getTime() - now.getTime())
  return layOut(language, networkName, words.mail.reminderSubject(left), [
    { say: words.mail.hello(greetedName(delivery)) },
    { say: words.mail.reminder(networkName, left) },
    { facts: summaryFacts(delivery, language) },
    ...renewalParts(delivery, language, words.mail.reminderDo),
    ...pageParts(delivery, language, { plain: true }),
    ...issuersParts(delivery, language),
    ...closing(delivery, language),
  ])
}

export function endedMail(delivery: CustomerDelivery, language: Language): MailContent {
  const { networkName } = delivery
  const words = wordsOf(language)
  return layOut(language, networkName, words.mail.endedSubject, [
    { say: words.mail.hello(greetedName(delivery)) },
    { say: words.mail.ended(networkName) },
    { facts: summaryFacts(delivery, language) },
    ...renewalParts(delivery, language, words.mail.endedDo),
    ...issuersParts(delivery, language),
    ...closing(delivery, language),
  ])
}

/** Confirms a paid renewal. */
export function renewedMail(delivery: CustomerDelivery, language: Language): MailContent {
  const { credential, networkName } = delivery
  const words = wordsOf(language)
  const until = `${longTime(credential.expiresAt, language)} (${words.zone})`
  return layOut(language, networkName, words.mail.renewedSubject, [
    { say: words.mail.hello(greetedName(delivery)) },
    { say: words.mail.renewed(networkName, until) },
    { facts: summaryFacts(delivery, language) },
    ...pageParts(delivery, language),
    ...closing(delivery, language),
  ])
}

/** Only what looks like a name: the issuer typed it, and a mail must not open with a tenant's message. */
const NAME = /^\p{L}[\p{L}\p{M}.,&’' -]{0,49}$/u

export const greetedName = ({ credential: { customerName } }: CustomerDelivery): string | null =>
  customerName !== null && NAME.test(customerName.trim()) ? quotable(customerName) : null

/** The page offers the renewal if one is possible now; otherwise the issuer has to. */
function renewalParts({ url, credential, now }: CustomerDelivery, language: Language, otherwise: string): Part[] {
  const { mail } = wordsOf(language)
  if (url === null || !mayRenew(credential, now)) return [{ say: otherwise }]
  return [{ say: mail.renewHere }, { link: `${url}?lang=${language}#renovar`, name: mail.renew }]
}

function connectionFacts(delivery: CustomerDelivery, language: Language): Fact[] {
  const words = wordsOf(language)
  const { casterHost, casterPort, mountpoint, credential, password, format, datum } = delivery
  return [
    { name: words.host, value: casterHost, typed: true },
    { name: words.port, value: String(casterPort), typed: true },
    { name: words.mountpoint, value: mountpoint, typed: true },
    { name: words.username, value: credential.username, typed: true },
    { name: words.password, value: password, typed: true },
    { name: words.format, value: format },
    { name: words.datum, value: datumIn(datum, language) },
    ...(credential.geofence ? [{ name: words.area, value: areaIn(credential.geofence, language) }] : []),
  ]
}

function validityFacts({ credential }: CustomerDelivery, language: Language): Fact[] {
  const words = wordsOf(language)
  const at = (time: Date) => `${longTime(time, language)} (${words.zone})`
  return [
    { name: words.starts, value: at(credential.startsAt) },
    { name: words.ends, value: at(credential.expiresAt) },
  ]
}

export function summaryFacts({ credential, mountpoint }: CustomerDelivery, language: Language): Fact[] {
  const words = wordsOf(language)
  return [
    { name: words.mountpoint, value: mountpoint, typed: true },
    { name: words.username, value: credential.username, typed: true },
    { name: words.ends, value: `${longTime(credential.expiresAt, language)} (${words.zone})` },
  ]
}

/** The tenant's texts come last. */
function issuersParts(delivery: CustomerDelivery, language: Language): Part[] {
  const words = wordsOf(language)
  const facts = issuersWords(delivery, words)
  return facts.length > 0 ? [{ say: words.mail.issuersWords, small: true }, { facts }] : []
}

function pageParts({ url }: CustomerDelivery, language: Language, style: { plain?: boolean } = {}): Part[] {
  if (url === null) return []
  const words = wordsOf(language)
  const other = otherLanguage(language)
  return [
    { link: `${url}?lang=${language}`, name: words.mail.page, ...style },
    { say: `${words.mail.otherLanguage} ${url}?lang=${other}`, small: true },
  ]
}

export function closing({ simulated, contact }: CustomerDelivery, language: Language): Part[] {
  const words = wordsOf(language)
  const phone = contact.phone ?? contact.whatsapp
  return [
    ...(simulated ? [{ say: words.simulated, strong: true }] : []),
    ...(phone === null ? [] : [{ say: words.mail.questions(phone) }]),
    { say: words.mail.farewell, small: true },
  ]
}
