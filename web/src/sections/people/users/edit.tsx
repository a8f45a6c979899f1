import { TextInput } from '@mantine/core'
import type { User } from '../../../../../src/http/console/contract/people/people.ts'
import { Form } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { useEntry } from '../../../session/provider.ts'
import { useMe } from '../../../session/session.tsx'
import { usePartWords } from '../../../words/common.ts'
import { usePeopleWords } from '../words.ts'
import { RoleFields } from './role-fields.tsx'

export function UserEdit({ user }: { user: User }) {
  const all = usePeopleWords()
  const parts = usePartWords()
  const renew = useRenew()
  const { user: me } = useMe()
  const hasProvider = useEntry()?.hasProvider ?? false
  const form = useFields(
    { name: user.name, role: user.role, ownerId: user.ownerId },
    ({ name, role, ownerId }, before) =>
      api.patch(at('/users/:id', { id: user.id }), {
        ...(name !== before.name && { name: name.trim() }),
        ...((role !== before.role || ownerId !== before.ownerId) && {
          role,
          ownerId: role === 'reseller' ? ownerId : null,
        }),
      }),
    () => {
      notify(all.users.saved)
      void renew('/users')
      if (user.id === me.id) void renew('/me')
    },
  )
  const { name, role, ownerId } = form.values
  const changed = name.trim() !== user.name || role !== user.role || ownerId !== user.ownerId
  return (
    <Form form={form} action={parts.save} changed={changed} narrow>
      <TextInput {...form.text('name')} label={all.name} required maxLength={120} />
      {user.byProvider && hasProvider ? (
        <Hint>{all.users.roleByProvider}</Hint>
      ) : (
        <RoleFields role={form.value('role')} owner={form.value('ownerId')} />
      )}
    </Form>
  )
}
