import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { api } from '../api.ts'
import { useFields } from '../parts/forms/use-fields.ts'
import { ProblemPanel } from '../parts/problem-panel.tsx'
import { useEntryWords } from '../words/common.ts'
import type { Entered } from './entered.ts'

export function LoginForm({ onEntered }: { onEntered: (entered: Entered) => void }) {
  const { login: words } = useEntryWords()
  const form = useFields({ email: '', password: '' }, (values) => api.post<Entered>('/login', values), onEntered)
  return (
    <form onSubmit={form.onSubmit}>
      <Stack>
        <TextInput
          {...form.text('email')}
          label={words.email}
          type="email"
          autoComplete="username"
          required
          autoFocus
        />
        <PasswordInput {...form.text('password')} label={words.password} autoComplete="current-password" required />
        {form.problem && <ProblemPanel error={form.problem} />}
        <Button type="submit" loading={form.sending}>
          {words.enter}
        </Button>
        <Text size="sm" c="dimmed">
          {words.forgotten}
        </Text>
      </Stack>
    </form>
  )
}
