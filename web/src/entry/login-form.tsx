import { PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import type { Entered } from '../../../src/console/contract/people.ts'
import { api } from '../api.ts'
import { Form } from '../parts/forms/form.tsx'
import { useFields } from '../parts/forms/use-fields.ts'
import { useEntryWords } from '../words/common.ts'

export function LoginForm({ onEntered }: { onEntered: (entered: Entered) => void }) {
  const { login: words } = useEntryWords()
  const form = useFields({ email: '', password: '' }, (values) => api.post('/login', values), onEntered)
  return (
    <Stack>
      <Form form={form} action={words.enter}>
        <TextInput
          {...form.text('email')}
          label={words.email}
          type="email"
          autoComplete="username"
          required
          autoFocus
        />
        <PasswordInput {...form.text('password')} label={words.password} autoComplete="current-password" required />
      </Form>
      <Text size="sm" c="dimmed">
        {words.forgotten}
      </Text>
    </Stack>
  )
}
