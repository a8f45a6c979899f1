// A mail at once, past the outbox, to see whether sending works.
import { compose } from './compose.ts'
import { openTransport, type SmtpSettings } from './transport.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'

interface Sender {
  readonly name: string | null
  readonly address: string
}

/** Returns what the server said as it took the mail; throws a MailError with what it said against it. */
export function sendTestMail(smtp: SmtpSettings, sender: Sender, networkName: string, to: string): Promise<string> {
  const both = [es.test, en.test]
  const subject = both.map((words) => words.subject).join(' / ')
  const content = compose(
    `${networkName}: ${subject}`,
    both.map(({ text }) => text),
  )
  return openTransport(smtp).send({ ...content, from: { ...sender, name: sender.name ?? networkName }, to })
}
