import type { MailTest } from '../../domain/delivery/mail/failure.ts'
import { type ActionContext, record } from '../context.ts'

export async function testMail(
  context: ActionContext,
  recipient: string,
  send: (to: string) => Promise<MailTest>,
): Promise<MailTest> {
  const outcome = await send(recipient)
  await record(context.db, context, { action: 'mail.tested', details: { recipient, ...outcome } })
  return outcome
}
