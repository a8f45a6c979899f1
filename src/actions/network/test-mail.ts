import { type DeedContext, record } from '../context.ts'

export interface MailTest {
  readonly taken: boolean
  /** By the mail server, or what went wrong on the way to it. */
  readonly said: string
}

/** Has a mail sent at once, and tells what came of it. `send` returns what the server said. */
export async function testMail(
  context: DeedContext,
  recipient: string,
  send: (to: string) => Promise<string>,
): Promise<MailTest> {
  const { taken, said } = await send(recipient).then(
    (said) => ({ taken: true, said }),
    (error: Error) => ({ taken: false, said: error.message }),
  )
  await record(context.db, context, { action: 'mail.tested', details: { recipient, outcome: said } })
  return { taken, said }
}
