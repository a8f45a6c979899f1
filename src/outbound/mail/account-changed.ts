// Notifies users that the password or second factor of their account changed. The mail contains no link, so that users
// do not learn to click on links in such mails.
import type { AccountChanged } from '../../domain/people/account-change.ts'
import type { Language } from '../../domain/people/user.ts'
import { longTime } from '../../domain/text/long-time.ts'
import { compose } from './compose.ts'
import type { Render } from './send-mails.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import type { NoticeWords } from './words/notices.ts'

const WORDS: Readonly<Record<Language, NoticeWords['accountChanged']>> = {
  es: es.accountChanged,
  en: en.accountChanged,
}

export const accountChanged = (({ data, recipient }, networkName) => {
  const { change, bySelf, at, address, language } = data as AccountChanged
  const words = WORDS[language]
  return compose(
    `${networkName}: ${words.subject[change]}`,
    [
      words.intro[change](words.account(recipient, networkName)),
      words.facts(longTime(new Date(at), language), bySelf ? (address ?? words.unknownPlace) : null),
      bySelf ? words.notYou : words.notAsked,
    ],
    language,
  )
}) satisfies Render
