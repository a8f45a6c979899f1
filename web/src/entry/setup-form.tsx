import { Button, Stack, Text, TextInput } from '@mantine/core'
import { api } from '../api.ts'
import { useLanguage } from '../language.tsx'
import { useFields } from '../parts/forms/use-fields.ts'
import { ProblemPanel } from '../parts/problem-panel.tsx'
import { useEntryWords } from '../words/common.ts'
import type { Entered } from './entered.ts'
import { isRepeated, NewPassword } from './new-password.tsx'

interface Props {
  token: string
  onEntered: (entered: Entered) => void
}

export function SetupForm({ token, onEntered }: Props) {
  const words = useEntryWords()
  const { language } = useLanguage()
  const form = useFields(
    { name: '', email: '', password: '', again: '' },
    ({ name, email, password }) => api.post<Entered>('/setup', { token, name: name.trim(), email, password, language }),
    onEntered,
  )
  return (
    <form onSubmit={form.onSubmit}>
      <Stack>
        <Text size="sm">{words.setup.hint}</Text>
        <TextInput {...form.text('name')} label={words.setup.name} autoComplete="name" required autoFocus />
        <TextInput {...form.text('email')} label={words.login.email} type="email" autoComplete="username" required />
        <NewPassword values={form.values} fault={form.faultOf('password')} set={form.set} />
        {form.problem && <ProblemPanel error={form.problem} />}
        <Button type="submit" loading={form.sending} disabled={!isRepeated(form.values)}>
          {words.setup.create}
        </Button>
      </Stack>
    </form>
  )
}
