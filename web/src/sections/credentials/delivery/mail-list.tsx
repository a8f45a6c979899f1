import { Stack } from '@mantine/core'
import type { CustomerMail } from '../../../../../src/http/console/contract/credentials/delivery.ts'
import { SimpleTable } from '../../../parts/lists/simple-table.tsx'
import { Mark } from '../../../parts/marks/mark.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { LogMoment } from '../../../parts/text/moment.tsx'
import { mailFailureText, useCodeWords } from '../../../words/codes.ts'
import { useCredentialWords } from '../words.ts'

const TONES = { pending: 'poor', sent: 'good', failed: 'bad', skipped: 'unknown' } as const

/** The state of each e-mail to the customer, with the mail server's error below it. */
export function MailList({ mails }: { mails: readonly CustomerMail[] }) {
  const words = useCredentialWords()
  if (mails.length === 0) return <Hint>{words.noMails}</Hint>
  return (
    <SimpleTable
      label={words.mails}
      columns={[{ title: words.mails }, { title: words.mailTo }, { title: words.state }, { title: words.mailWhen }]}
      rows={mails.map((mail) => ({
        key: mail.id,
        cells: [
          words.mailKinds[mail.kind] ?? mail.kind,
          mail.to,
          <MailState key="state" mail={mail} />,
          <LogMoment key="when" at={mail.sentAt ?? mail.createdAt} />,
        ],
      }))}
    />
  )
}

function MailState({ mail: { state, lastError } }: { mail: CustomerMail }) {
  const words = useCredentialWords()
  const codes = useCodeWords()
  return (
    <Stack gap={0}>
      <Mark tone={TONES[state]} word={words.mailStates[state]} />
      {lastError && state !== 'sent' && <Hint size="xs">{mailFailureText(codes, lastError)}</Hint>}
    </Stack>
  )
}
