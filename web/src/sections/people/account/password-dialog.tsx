import { PasswordInput, Text } from '@mantine/core'
import { FormDialog } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { useMe } from '../../../session/session.tsx'
import { useAccountWords } from './words.ts'

interface Props {
  readonly opened: boolean
  readonly title: string
  readonly hint?: string
  readonly action: string
  readonly destructive?: boolean
  readonly onPassword: (shown: { password?: string }) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for the password before sensitive changes. For users without one, the service asks for confirmation itself. */
export function PasswordDialog({ opened, title, hint, action, destructive = false, onPassword, onClose }: Props) {
  const { secondFactor: words } = useAccountWords()
  const { user } = useMe()
  const form = useFields(
    { password: '' },
    ({ password }) => onPassword(user.hasPassword ? { password } : {}),
    () => close(),
  )
  const close = () => {
    form.reset()
    onClose()
  }
  return (
    <FormDialog form={form} opened={opened} title={title} action={action} destructive={destructive} onClose={close}>
      {hint && <Text size="sm">{hint}</Text>}
      {user.hasPassword ? (
        <PasswordInput
          {...form.text('password')}
          label={words.password}
          description={words.passwordHint}
          autoComplete="current-password"
          required
          data-autofocus
        />
      ) : (
        <Text size="sm">{words.passwordHint}</Text>
      )}
    </FormDialog>
  )
}
