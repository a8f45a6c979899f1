import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useFields } from '../../parts/forms/use-fields.ts'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { usePartWords } from '../../words/common.ts'
import { useAccountWords } from './words.ts'

interface Props {
  readonly opened: boolean
  readonly title: string
  readonly hint?: string
  readonly action: string
  readonly destructive?: boolean
  readonly onPassword: (password: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for the password before something that a thief of a session would do first. */
export function PasswordDialog({ opened, title, hint, action, destructive = false, onPassword, onClose }: Props) {
  const { secondFactor: words } = useAccountWords()
  const parts = usePartWords()
  const form = useFields(
    { password: '' },
    ({ password }) => onPassword(password),
    () => close(),
  )
  const close = () => {
    form.reset()
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title={title}>
      <form onSubmit={form.onSubmit}>
        <Stack gap="md">
          {hint && <Text size="sm">{hint}</Text>}
          <PasswordInput
            {...form.text('password')}
            label={words.password}
            description={words.passwordHint}
            autoComplete="current-password"
            required
            data-autofocus
          />
          {form.problem && <ProblemPanel error={form.problem} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {parts.cancel}
            </Button>
            <Button
              type="submit"
              color={destructive ? 'red.9' : undefined}
              loading={form.sending}
              disabled={form.values.password === ''}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
