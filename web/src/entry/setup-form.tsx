import { Text, TextInput } from '@mantine/core'
import type { Entered } from '../../../src/http/console/contract/people/people.ts'
import { useLanguage } from '../language.tsx'
import { Form } from '../parts/forms/form.tsx'
import { useFields } from '../parts/forms/use-fields.ts'
import { api } from '../service/api.ts'
import { useEntryWords } from '../words/common.ts'
import { NewPassword } from './new-password.tsx'

interface Props {
  token: string
  onEntered: (entered: Entered) => void
}

export function SetupForm({ token, onEntered }: Props) {
  const words = useEntryWords()
  const { language } = useLanguage()
  const form = useFields(
    { networkName: '', name: '', email: '', password: '' },
    ({ networkName, name, email, password }) =>
      api.post('/setup', { token, networkName: networkName.trim(), name: name.trim(), email, password, language }),
    onEntered,
  )
  return (
    <Form form={form} action={words.setup.create}>
      <Text size="sm">{words.setup.hint}</Text>
      <TextInput
        {...form.text('networkName')}
        label={words.setup.network}
        description={words.setup.networkHint}
        autoComplete="organization"
        maxLength={100}
        required
        autoFocus
      />
      <TextInput {...form.text('name')} label={words.setup.name} autoComplete="name" maxLength={120} required />
      <TextInput {...form.text('email')} label={words.login.email} type="email" autoComplete="username" required />
      <NewPassword field={form.text('password')} />
    </Form>
  )
}
