import { Alert, Anchor, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Form } from '../parts/forms/form.tsx'
import { useFields } from '../parts/forms/use-fields.ts'
import { Hint } from '../parts/text/hint.ts'
import { api } from '../service/api.ts'
import { useEntryWords } from '../words/common.ts'

/** Requests a password reset link by e-mail. The response does not reveal whether the account exists. */
export function ForgottenForm({ email, onBack }: { email: string; onBack: () => void }) {
  const { forgotten: words } = useEntryWords()
  const { language } = useLanguage()
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const form = useFields(
    { email },
    async ({ email: typed }) => {
      await api.post('/links/ask', { email: typed.trim(), language })
      return typed.trim()
    },
    setAskedFor,
  )
  const back = (
    <Anchor component="button" type="button" size="sm" onClick={onBack} style={{ alignSelf: 'flex-start' }}>
      {words.back}
    </Anchor>
  )
  if (askedFor !== null)
    return (
      <Stack>
        <Alert variant="light" role="status">
          {words.asked(askedFor)}
        </Alert>
        <Hint>{words.notThere}</Hint>
        {back}
      </Stack>
    )
  return (
    <Stack>
      <Text size="sm">{words.hint}</Text>
      <Form form={form} action={words.send} complete={form.values.email.trim() !== ''}>
        <TextInput
          {...form.text('email')}
          label={words.email}
          type="email"
          autoComplete="username"
          required
          autoFocus
        />
      </Form>
      {back}
    </Stack>
  )
}
