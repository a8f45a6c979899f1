import { Alert, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useLanguage } from '../../language.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { shopApi, useShopWords } from './api.ts'

/** For customers who already have access: mails them the links of their credentials. */
export function RenewalLinks() {
  const words = useShopWords()
  const { language } = useLanguage()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useFields(
    { email: '' },
    async ({ email }) => {
      await shopApi.mailLinks({ email: email.trim(), language })
      return email.trim()
    },
    setSentTo,
  )
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="xs">
        <Title order={2} size="h4">
          {words.renewTitle}
        </Title>
        <Text size="sm">{words.renewHint}</Text>
        {sentTo !== null ? (
          <Alert color="green" role="status">
            {words.renewSent(sentTo)}
          </Alert>
        ) : (
          <form onSubmit={form.onSubmit} noValidate>
            <Group align="flex-end" gap="sm">
              <TextInput
                {...form.text('email')}
                type="email"
                label={words.renewEmail}
                autoComplete="email"
                maxLength={254}
                required
                style={{ flex: '1 1 16rem' }}
              />
              <Button type="submit" variant="default" loading={form.sending}>
                {words.renewSend}
              </Button>
            </Group>
            {form.problem && <ProblemPanel error={form.problem} />}
          </form>
        )}
      </Stack>
    </Paper>
  )
}
