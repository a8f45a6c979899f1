// Mails to customers: connection data with the PDF, a reminder before the expiry, a notice at the expiry.

import type { CustomerDelivery } from '../../domain/delivery/delivery.ts'
import type { MailContent } from '../../domain/mail/frame.ts'
import { type Fact, layOut, type Part } from '../../domain/mail/layout.ts'
import type { Language } from '../../domain/people/user.ts'
import { fileNameOf } from '../../domain/text/file-name.ts'
import { longTime } from '../../domain/text/long-time.ts'
import { calendar, calendarName } from '../calendar.ts'
import { groupNotes } from '../group-notes.ts'
import { issuersWords } from '../issuers-words.ts'
import { areaIn, datumIn, otherLanguage, wordsOf } from '../words/words.ts'

export function dataMail(delivery: CustomerDelivery, language: Language, sheet: Buffer): MailContent {
  const words = wordsOf(language)
  const { credential, networkName, mountpoint, station } = delivery
  const parts: Part[] = [
    { say: words.mail.hello },
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
    { say: words.mail.hello },
    { say: words.mail.reminder(networkName, left) },
    { facts: summaryFacts(delivery, language) },
    { say: words.mail.reminderDo },
    ...pageParts(delivery, language),
    ...issuersParts(delivery, language),
    ...closing(delivery, language),
  ])
}

export function endedMail(delivery: CustomerDelivery, language: Language): MailContent {
  const { networkName } = delivery
  const words = wordsOf(language)
  return layOut(language, networkName, words.mail.endedSubject, [
    { say: words.mail.hello },
    { say: words.mail.ended(networkName) },
    { facts: summaryFacts(delivery, language) },
    { say: words.mail.endedDo },
    ...issuersParts(delivery, language),
    ...closing(delivery, language),
  ])
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

function summaryFacts({ credential, mountpoint }: CustomerDelivery, language: Language): Fact[] {
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

function pageParts({ url }: CustomerDelivery, language: Language): Part[] {
  if (url === null) return []
  const words = wordsOf(language)
  const other = otherLanguage(language)
  return [
    { link: `${url}?lang=${language}`, name: words.mail.page },
    { say: `${words.mail.otherLanguage} ${url}?lang=${other}`, small: true },
  ]
}

function closing({ simulated }: CustomerDelivery, language: Language): Part[] {
  const words = wordsOf(language)
  return [...(simulated ? [{ say: words.simulated, strong: true }] : []), { say: words.mail.farewell, small: true }]
}
