// Sends a link to choose a password. The link is created when the mail is sent, and never stored in a mail.
import type { LinkPurpose } from '../../domain/people/login-link.ts'
import type { Language } from '../../domain/people/user.ts'
import { longTime } from '../../domain/text/long-time.ts'
import { compose } from './compose.ts'
import type { Render } from './send-mails.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import type { NoticeWords } from './words/notices.ts'

const WORDS: Readonly<Record<Language, NoticeWords['loginLink']>> = { es: es.loginLink, en: en.loginLink }

/** Written by actions/people/mail-links.ts. */
interface LinkFacts {
  readonly userId: number
  readonly purpose: Exclude<LinkPurpose, 'setup'>
  readonly askedBy: 'administrator' | 'self'
  readonly expiresAt: string
  readonly language: Language
}

/** `makeLink` returns the URL of the link; `null` if it is no longer needed. */
export const loginLinkMail =
  <Facts extends LinkFacts>(makeLink: (facts: Facts) => Promise<string | null>): Render =>
  async ({ data, recipient }, networkName) => {
    const facts = data as Facts
    const { purpose, askedBy, expiresAt, language } = facts
    const url = await makeLink(facts)
    if (url === null) return { unwanted: 'link_not_needed' }
    const words = WORDS[language]
    const until = longTime(new Date(expiresAt), language)
    return compose(`${networkName}: ${words.subject[purpose]}`, [
      words.intro[purpose](recipient, networkName),
      words.open,
      [url],
      words.until(until),
      purpose === 'invitation' ? words.notExpected : askedBy === 'self' ? words.notAsked : words.notAskedOfOthers,
    ])
  }
