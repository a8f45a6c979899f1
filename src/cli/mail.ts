import { testMail } from '../actions/network/test-mail.ts'
import { ConfigError, readConfig } from '../config.ts'
import { isEmailAddress } from '../domain/text/email-address.ts'
import { sendTestMail } from '../mail/test-mail.ts'
import { listMails, MAIL_STATES } from '../store/mail/outbox.ts'
import { readNetwork } from '../store/network/settings.ts'
import { en } from '../words/en.ts'
import { mailFailureText } from '../words/mail.ts'
import {
  CommandFailure,
  deedBy,
  needed,
  onFoundation,
  printTable,
  read,
  shortTime,
  UsageError,
  withSubcommands,
} from './command.ts'

export const command = withSubcommands(
  `usage: vertice mail test ADDRESS
       vertice mail list [--state ${MAIL_STATES.join('|')}] [--limit N]

test  sends a mail at once, through SMTP_URL and from MAIL_FROM, and shows what the server said
list  what is or was to be sent, newest first (100 unless --limit says more); kept for 90 days, customers' for two years`,
  { test, list },
)

async function test(args: string[]): Promise<undefined> {
  const address = needed(read(args, {}).positionals[0], 'ADDRESS')
  if (!isEmailAddress(address))
    throw new UsageError(`ADDRESS: expected an address such as rtk@example.mx, got "${address}"`)
  const { smtp, mailFrom } = readConfig()
  if (!smtp)
    throw new ConfigError('SMTP_URL: not set, so no mail is sent; .env.example and docs/operations.md explain it')
  await onFoundation(async ({ db }) => {
    const { name } = await readNetwork(db)
    const send = (to: string) => sendTestMail(smtp, mailFrom, name, to)
    const { said, failure } = await testMail(deedBy('mail test', { db }), address, send)
    if (failure) throw new CommandFailure(mailFailureText(en, failure))
    console.log(`${smtp.host} took it: ${said}`)
  })
}

async function list(args: string[]): Promise<undefined> {
  const { values } = read(args, { state: { type: 'string' }, limit: { type: 'string', default: '100' } })
  const state = MAIL_STATES.find((known) => known === values.state) ?? null
  if (values.state !== undefined && !state) throw new UsageError(`--state: expected ${MAIL_STATES.join(', ')}`)
  if (!/^[1-9]\d{0,5}$/.test(values.limit)) throw new UsageError('--limit: expected a number from 1 to 999999')
  await onFoundation(async ({ db }) => {
    const rows = (await listMails(db, state, Number(values.limit))).map((mail) => [
      String(mail.id),
      mail.ownerName ?? '-',
      mail.kind,
      mail.recipient,
      mail.state,
      String(mail.attempts),
      shortTime(mail.createdAt),
      shortTime(mail.sentAt),
      mail.state === 'pending' ? shortTime(mail.dueAt) : '-',
      mail.lastError ? mailFailureText(en, mail.lastError) : '',
    ])
    printTable(
      ['ID', 'OWNER', 'KIND', 'TO', 'STATE', 'TRIES', 'CREATED (UTC)', 'SENT (UTC)', 'NEXT TRY (UTC)', 'LAST ERROR'],
      rows,
      'no mails',
    )
  })
}
