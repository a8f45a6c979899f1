// Mail to the issuer: a customer requests a renewal. Omits the link to the customer's page, which is private to the
// customer.
import type { CustomerDelivery } from '../../../domain/delivery/delivery.ts'
import type { MailContent } from '../../../domain/delivery/mail/frame.ts'
import { type Fact, layOut } from '../../../domain/delivery/mail/layout.ts'
import type { Language } from '../../../domain/people/user.ts'
import { longTime } from '../../../domain/text/long-time.ts'
import { quotable } from '../../../domain/text/plain-text.ts'
import { wordsOf } from '../words/words.ts'

export function renewalMail(delivery: CustomerDelivery, language: Language, baseUrl: string): MailContent {
  const words = wordsOf(language)
  const { mail } = words.further
  const { credential, networkName, mountpoint, simulated } = delivery
  const { id, username, customerName, customerEmail, label, expiresAt } = credential
  const facts: Fact[] = [
    ...(customerName === null ? [] : [{ name: mail.customer, value: quotable(customerName) }]),
    ...(customerEmail === null ? [] : [{ name: mail.email, value: customerEmail }]),
    ...(label === null ? [] : [{ name: words.label, value: quotable(label) }]),
    { name: words.username, value: username, typed: true },
    { name: words.mountpoint, value: mountpoint, typed: true },
    { name: words.ends, value: `${longTime(expiresAt, language)} (${words.zone})` },
  ]
  return layOut(language, networkName, mail.subject(quotable(customerName ?? username)), [
    ...(simulated ? [{ say: words.simulated, strong: true }] : []),
    { say: mail.intro },
    { facts },
    { link: `${baseUrl}/console/credentials/${id}`, name: mail.open },
    { say: mail.note, small: true },
    { say: words.mail.farewell, small: true },
  ])
}
