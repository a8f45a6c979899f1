// Sends a mail immediately, bypassing the outbox, to test the mail server.
import type { Brand } from '../../domain/delivery/brand.ts'
import type { MailTest } from '../../domain/delivery/mail/failure.ts'
import { framedMail } from '../../domain/delivery/mail/frame.ts'
import { layOut } from '../../domain/delivery/mail/layout.ts'
import type { SmtpLine } from '../../domain/operations/settings.ts'
import { MailError, openTransport } from './transport.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'

interface Sender {
  readonly name: string | null
  readonly address: string
}

export async function sendTestMail(
  smtp: SmtpLine,
  sender: Sender,
  networkName: string,
  brand: Brand,
  to: string,
): Promise<MailTest> {
  const both = [es.test, en.test]
  const subject = both.map((words) => words.subject).join(' / ')
  const parts = both.map(({ text }) => ({ say: text }))
  const content = framedMail(layOut(null, networkName, subject, parts), networkName, brand)
  const from = { ...sender, name: sender.name ?? networkName }
  try {
    return { said: await openTransport(smtp).send({ ...content, from, to }), failure: null }
  } catch (error) {
    if (error instanceof MailError) return { said: null, failure: error.failure }
    throw error
  }
}
