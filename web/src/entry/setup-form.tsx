import { Text, TextInput } from '@mantine/core'
import type { Entered } from '../../../src/console/contract/people.ts'
import { api } from '../api.ts'
import { useLanguage } from '../language.tsx'
import { Form } from '../parts/forms/form.tsx'
import { useFields } from '../parts/forms/use-fields.ts'
import { useEntryWords } from '../words/common.ts'
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
    ({ name, email, password }) => api.post('/setup', { token, name: name.trim(), email, password, language }),
    onEntered,
  )
  return (
    <Form form={form} action={words.setup.create} complete={isRepeated(form.values)}>
      <Text size="sm">{words.setup.hint}</Text>
      <TextInput {...form.text('name')} label={words.setup.name} autoComplete="name" required autoFocus />
      <TextInput {...form.text('email')} label={words.login.email} type="email" autoComplete="username" required />
      <NewPassword values={form.values} fault={form.faultOf('password')} set={form.set} />
    </Form>
  )
}
