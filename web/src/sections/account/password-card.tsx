import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { isRepeated, NewPassword } from '../../entry/new-password.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { notify } from '../../parts/notify.ts'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { useMe } from '../../session.tsx'
import { Card } from './card.tsx'
import { useAccountWords } from './words.ts'

export function PasswordCard() {
  const { password: words } = useAccountWords()
  const { user } = useMe()
  const queries = useQueryClient()
  const form = useFields(
    { currentPassword: '', password: '', again: '' },
    ({ currentPassword, password }) => api.post('/account/password', { currentPassword, password }),
    () => {
      notify(words.changed)
      form.reset()
      void queries.invalidateQueries({ queryKey: ['/account/sessions'] })
    },
  )
  const { currentPassword, password } = form.values
  return (
    <Card title={words.title}>
      <form onSubmit={form.onSubmit}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {words.hint}
          </Text>
          {/* Tells password managers whose password this is. */}
          <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
          <PasswordInput
            {...form.text('currentPassword')}
            label={words.current}
            autoComplete="current-password"
            required
          />
          <NewPassword label={words.wanted} values={form.values} fault={form.faultOf('password')} set={form.set} />
          {form.problem && <ProblemPanel error={form.problem} />}
          <Button
            type="submit"
            loading={form.sending}
            disabled={currentPassword === '' || password === '' || !isRepeated(form.values)}
            style={{ alignSelf: 'flex-start' }}
          >
            {words.change}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
