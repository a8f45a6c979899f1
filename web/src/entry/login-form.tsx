import { Anchor, Divider, PasswordInput, Stack, TextInput } from '@mantine/core'
import type { Entered } from '../../../src/http/console/contract/people/people.ts'
import { Form } from '../parts/forms/form.tsx'
import { useFields } from '../parts/forms/use-fields.ts'
import { Hint } from '../parts/text/hint.ts'
import { Waiting } from '../parts/waiting.tsx'
import { useAnswer } from '../service/answers.ts'
import { api } from '../service/api.ts'
import { useEntryWords } from '../words/common.ts'
import { ProviderButton } from './provider-button.tsx'

interface Props {
  readonly onEntered: (entered: Entered) => void
  readonly onForgotten: (email: string) => void
}

export function LoginForm({ onEntered, onForgotten }: Props) {
  const { login: words } = useEntryWords()
  const entry = useAnswer('/entry', { staleTime: Number.POSITIVE_INFINITY })
  const form = useFields({ email: '', password: '' }, (values) => api.post('/login', values), onEntered)
  // If the sign-in options cannot be loaded, the password form is shown: passwords always exist.
  if (entry.isPending) return <Waiting />
  const hasProvider = entry.data?.hasProvider ?? false
  if (hasProvider && !entry.data?.localLogin) return <ProviderButton only />
  return (
    <Stack>
      {hasProvider && (
        <>
          <ProviderButton only={false} />
          <Divider label={words.or} />
        </>
      )}
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
      {entry.data?.mailsLinks ? (
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => onForgotten(form.values.email)}
          style={{ alignSelf: 'flex-start' }}
        >
          {words.forgotten}
        </Anchor>
      ) : (
        <Hint>
          {words.forgotten} {words.askAdministrator}
        </Hint>
      )}
    </Stack>
  )
}
