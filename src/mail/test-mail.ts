// A mail at once, past the outbox, to see whether sending works.
import { compose } from './compose.ts'
import { openTransport, type SmtpSettings } from './transport.ts'

interface Sender {
  readonly name: string | null
  readonly address: string
}

/** Returns what the server said as it took the mail; throws a MailError with what it said against it. */
export function sendTestMail(smtp: SmtpSettings, sender: Sender, networkName: string, to: string): Promise<string> {
  const content = compose(`${networkName}: prueba / test`, [
    'Este es un correo de prueba: el envío funciona.',
    'This is a test mail: sending works.',
  ])
  return openTransport(smtp).send({ ...content, from: { ...sender, name: sender.name ?? networkName }, to })
}
