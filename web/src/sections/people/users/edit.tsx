import { Button, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { ME, useMe } from '../../../session.tsx'
import { usePartWords } from '../../../words/common.ts'
import type { User } from '../types.ts'
import { usePeopleWords } from '../words.ts'
import { RoleFields } from './role-fields.tsx'

export function UserEdit({ user }: { user: User }) {
  const all = usePeopleWords()
  const parts = usePartWords()
  const queries = useQueryClient()
  const { user: me } = useMe()
  const form = useFields(
    { name: user.name, role: user.role, ownerId: user.ownerId },
    ({ name, role, ownerId }, before) =>
      api.patch(`/users/${user.id}`, {
        ...(name !== before.name && { name: name.trim() }),
        ...((role !== before.role || ownerId !== before.ownerId) && {
          role,
          ownerId: role === 'reseller' ? ownerId : null,
        }),
      }),
    () => {
      notify(all.users.saved)
      void queries.invalidateQueries({ queryKey: ['/users'] })
      if (user.id === me.id) void queries.invalidateQueries({ queryKey: ME })
    },
  )
  const { name, role, ownerId } = form.values
  const changed = name.trim() !== user.name || role !== user.role || ownerId !== user.ownerId
  const complete = name.trim() !== '' && (role !== 'reseller' || ownerId !== null)
  return (
    <form onSubmit={form.onSubmit}>
      <Stack>
        <TextInput {...form.text('name')} label={all.name} required maxLength={120} />
        <RoleFields
          role={role}
          ownerId={ownerId}
          onRole={(value) => form.set('role', value)}
          onOwner={(value) => form.set('ownerId', value)}
          faults={{ role: form.faultOf('role'), ownerId: form.faultOf('ownerId') }}
        />
        {form.problem && <ProblemPanel error={form.problem} />}
        <Button
          type="submit"
          loading={form.sending}
          disabled={!changed || !complete}
          style={{ alignSelf: 'flex-start' }}
        >
          {parts.save}
        </Button>
      </Stack>
    </form>
  )
}
