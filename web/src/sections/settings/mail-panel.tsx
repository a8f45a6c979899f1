import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Settings } from '../../../../src/console/contract/network.ts'
import { type Answer, api } from '../../api.ts'
import { useFields } from '../../parts/forms/use-fields.ts'
import { Panel } from '../../parts/panel.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { Facts } from '../../parts/text/facts.tsx'
import { useMe } from '../../session.tsx'
import { mailFailureText, useCodeWords } from '../../words/codes.ts'
import { useSettingsWords } from './words.ts'

type Outcome = Answer<'POST', '/settings/mail-test'>

export function MailPanel({ mail, mayTest }: { mail: Settings['mail']; mayTest: boolean }) {
  const words = useSettingsWords()
  const codes = useCodeWords()
  const { user } = useMe()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const form = useFields({ address: user.email }, (values) => api.post('/settings/mail-test', values), setOutcome)
  if (!mail)
    return (
      <Panel title={words.mail}>
        <Text size="sm">{words.mailNone}</Text>
      </Panel>
    )
  return (
    <Panel title={words.mail}>
      <Facts
        facts={[
          [words.mailServer, mail.server],
          [words.mailFrom, mail.from],
        ]}
      />
      {mayTest && (
        <form onSubmit={form.onSubmit}>
          <Group align="flex-end" gap="xs">
            <TextInput
              {...form.text('address')}
              type="email"
              label={words.mailTo}
              required
              style={{ flex: '1 1 16rem' }}
            />
            <Button type="submit" variant="default" loading={form.sending}>
              {words.mailTest}
            </Button>
          </Group>
        </form>
      )}
      {form.problem && <ProblemPanel error={form.problem} />}
      {outcome && (
        <Alert color={outcome.failure ? 'red' : 'teal'} variant="light" role="status">
          {outcome.failure
            ? words.mailRefused(mailFailureText(codes, outcome.failure))
            : words.mailTaken(outcome.said ?? '')}
        </Alert>
      )}
    </Panel>
  )
}
