import { PasswordInput } from '@mantine/core'
import { NewPassword } from '../../../entry/new-password.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { useRenew } from '../../../service/answers.ts'
import { api } from '../../../service/api.ts'
import { useMe } from '../../../session/session.tsx'
import { Card } from './card.tsx'
import { useAccountWords } from './words.ts'

export function PasswordCard() {
  const { password: words } = useAccountWords()
  const { user } = useMe()
  const renew = useRenew()
  const form = useFields(
    { currentPassword: '', password: '' },
    ({ currentPassword, password }) => api.post('/account/password', { currentPassword, password }),
    () => {
      notify(words.changed)
      form.reset()
      void renew('/account/sessions')
    },
  )
  return (
    <Card title={words.title}>
      <Form form={form} action={words.change} narrow>
        <Hint>{words.hint}</Hint>
        {/* Identifies the account for password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <PasswordInput
          {...form.text('currentPassword')}
          label={words.current}
          autoComplete="current-password"
          required
        />
        <NewPassword label={words.wanted} field={form.text('password')} />
      </Form>
    </Card>
  )
}
