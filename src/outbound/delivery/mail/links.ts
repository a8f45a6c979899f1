// Mail to a customer who wants to renew: the pages of all credentials with the customer's address.
import type { CustomerDelivery } from '../../../domain/delivery/delivery.ts'
import type { MailContent } from '../../../domain/delivery/mail/frame.ts'
import { layOut, type Part } from '../../../domain/delivery/mail/layout.ts'
import { mayRenew } from '../../../domain/delivery/renewal.ts'
import type { Language } from '../../../domain/people/user.ts'
import { wordsOf } from '../words/words.ts'
import { closing, greetedName, summaryFacts } from './mail.ts'

/** `deliveries` is not empty. */
export function linksMail(
  deliveries: readonly CustomerDelivery[],
  language: Language,
  networkName: string,
): MailContent {
  const { mail } = wordsOf(language)
  const [first] = deliveries
  const partsOf = (delivery: CustomerDelivery): Part[] => {
    const { url, credential, now } = delivery
    if (url === null) return []
    const name = mayRenew(credential, now) ? mail.renew : mail.page
    return [{ facts: summaryFacts(delivery, language) }, { link: `${url}?lang=${language}#renovar`, name }]
  }
  return layOut(language, networkName, mail.linksSubject, [
    { say: mail.hello(greetedName(first!)) },
    { say: mail.links },
    ...deliveries.flatMap(partsOf),
    { say: mail.linksIgnore, small: true },
    ...closing(first!, language),
  ])
}
