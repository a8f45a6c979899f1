import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useFields } from '../../parts/forms/use-fields.ts'
import { Panel } from '../../parts/panel.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { Facts } from '../../parts/text/facts.tsx'
import { useMe } from '../../session.tsx'
import { type Settings, useSettingsWords } from './settings.ts'

interface Outcome {
  readonly taken: boolean
  readonly said: string
}

export function MailPanel({ mail, mayTest }: { mail: Settings['mail']; mayTest: boolean }) {
  const words = useSettingsWords()
  const { user } = useMe()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const form = useFields(
    { address: user.email },
    (values) => api.post<Outcome>('/settings/mail-test', values),
    setOutcome,
  )
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
        <Alert color={outcome.taken ? 'teal' : 'red'} variant="light" role="status">
          {outcome.taken ? words.mailTaken(outcome.said) : words.mailRefused(outcome.said)}
        </Alert>
      )}
    </Panel>
  )
}
