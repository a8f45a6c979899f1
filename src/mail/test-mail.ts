// A mail at once, past the outbox, to see whether sending works.
import type { MailTest } from '../domain/mail/failure.ts'
import { compose } from './compose.ts'
import { MailError, openTransport, type SmtpSettings } from './transport.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'

interface Sender {
  readonly name: string | null
  readonly address: string
}

export async function sendTestMail(
  smtp: SmtpSettings,
  sender: Sender,
  networkName: string,
  to: string,
): Promise<MailTest> {
  const both = [es.test, en.test]
  const subject = both.map((words) => words.subject).join(' / ')
  const content = compose(
    `${networkName}: ${subject}`,
    both.map(({ text }) => text),
  )
  const from = { ...sender, name: sender.name ?? networkName }
  try {
    return { said: await openTransport(smtp).send({ ...content, from, to }), failure: null }
  } catch (error) {
    if (error instanceof MailError) return { said: null, failure: error.failure }
    throw error
  }
}
