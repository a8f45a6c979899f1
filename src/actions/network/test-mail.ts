import type { MailTest } from '../../domain/mail/failure.ts'
import { type ActionContext, record } from '../context.ts'

/** Has a mail sent at once, and tells what came of it. */
export async function testMail(
  context: ActionContext,
  recipient: string,
  send: (to: string) => Promise<MailTest>,
): Promise<MailTest> {
  const outcome = await send(recipient)
  await record(context.db, context, { action: 'mail.tested', details: { recipient, ...outcome } })
  return outcome
}
