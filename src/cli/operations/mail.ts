import { testMail } from '../../actions/network/test-mail.ts'
import { ConfigError, readConfig } from '../../base/config/config.ts'
import { sendTestMail } from '../../outbound/mail/test-mail.ts'
import { LiveSettings } from '../../start/settings.ts'
import { CurrentReader } from '../../store/current/current.ts'
import { listMails, MAIL_STATES } from '../../store/mail/outbox.ts'
import { en } from '../../words/en.ts'
import { mailFailureText } from '../../words/mail.ts'
import {
  asJson,
  CommandFailure,
  commandContext,
  group,
  limit,
  oneOf,
  onFoundation,
  printList,
  verb,
} from '../kit/command.ts'
import { emailIn } from '../kit/values.ts'

const test = verb({
  summary: 'send a test e-mail and show the response of the mail server',
  more: 'Uses SMTP_URL and MAIL_FROM, or the mail settings of the console.',
  args: ['ADDRESS'],
  async run(_, to) {
    const address = emailIn(to, 'ADDRESS')
    await onFoundation(async ({ db, keys, casterDefaults }) => {
      const reader = new CurrentReader(db, casterDefaults)
      const live = new LiveSettings(readConfig(), { db, keys, reader, warn: (message) => console.error(message) })
      const { name } = (await live.current()).book.network
      const { smtp, mailFrom } = live.config
      if (!smtp)
        throw new ConfigError(
          'SMTP_URL: no mail server is configured; set SMTP_URL, or Settings → Mail in the console (docs/operations/mail.md)',
        )
      const send = (to: string) => sendTestMail(smtp, mailFrom, name, live.brand, to)
      const { said, failure } = await testMail(commandContext('mail test', { db }), address, send)
      if (failure) throw new CommandFailure(mailFailureText(en, failure))
      console.log(`${smtp.host} accepted it: ${said}`)
    })
  },
})

const list = verb({
  summary: 'list e-mails, newest first',
  more: 'E-mails are kept for 90 days, e-mails to customers for two years.',
  flags: { state: oneOf(MAIL_STATES, 'only e-mails in this state'), limit, ...asJson },
  run: ({ json, state, limit }) =>
    onFoundation(async ({ db }) => {
      const mails = (await listMails(db, state ?? null, limit)).map(({ lastError, ...mail }) => ({
        ...mail,
        dueAt: mail.state === 'pending' ? mail.dueAt : null,
        lastError: lastError && mailFailureText(en, lastError),
      }))
      printList(
        json,
        mails,
        {
          ID: ({ id }) => id,
          OWNER: ({ ownerName }) => ownerName,
          KIND: ({ kind }) => kind,
          TO: ({ recipient }) => recipient,
          STATE: ({ state }) => state,
          TRIES: ({ attempts }) => attempts,
          CREATED: ({ createdAt }) => createdAt,
          SENT: ({ sentAt }) => sentAt,
          'NEXT TRY': ({ dueAt }) => dueAt,
          'LAST ERROR': ({ lastError }) => lastError ?? '',
        },
        'no e-mails',
      )
    }),
})

export const command = group({ test, list })
