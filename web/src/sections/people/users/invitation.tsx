import { Button, Select, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api } from '../../../api.ts'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import type { Role } from '../../../session.tsx'
import type { LoginLink, User } from '../types.ts'
import { usePeopleWords } from '../words.ts'
import type { LinkFor } from './link-dialog.tsx'
import { RoleFields } from './role-fields.tsx'

export function UserInvitation({ onLink }: { onLink: (link: LinkFor) => void }) {
  const all = usePeopleWords()
  const words = all.users
  const [, go] = useLocation()
  const queries = useQueryClient()
  const form = useFields(
    { name: '', email: '', role: 'operator' as Role, ownerId: null as number | null, language: 'none' },
    ({ name, email, role, ownerId, language }) =>
      api.post<{ user: User; link: LoginLink }>('/users', {
        name: name.trim(),
        email: email.trim(),
        role,
        ownerId: role === 'reseller' ? ownerId : null,
        language: language === 'none' ? null : language,
      }),
    ({ user, link }) => {
      void queries.invalidateQueries({ queryKey: ['/users'] })
      onLink({ link, email: user.email, userId: user.id })
      go('/people/users')
    },
  )
  const { name, email, role, ownerId, language } = form.values
  const complete = name.trim() !== '' && email.trim() !== '' && (role !== 'reseller' || ownerId !== null)
  return (
    <DetailDrawer title={words.invite} listPath="/people/users">
      <form onSubmit={form.onSubmit}>
        <Stack>
          <TextInput {...form.text('name')} label={all.name} required maxLength={120} data-autofocus />
          <TextInput {...form.text('email')} type="email" label={all.email} required />
          <RoleFields
            role={role}
            ownerId={ownerId}
            onRole={(value) => form.set('role', value)}
            onOwner={(value) => form.set('ownerId', value)}
            faults={{ role: form.faultOf('role'), ownerId: form.faultOf('ownerId') }}
          />
          <Select
            label={words.language}
            data={(['none', 'es', 'en'] as const).map((value) => ({ value, label: words.languages[value] }))}
            value={language}
            onChange={(value) => form.set('language', value ?? 'none')}
            allowDeselect={false}
          />
          {form.problem && <ProblemPanel error={form.problem} />}
          <Button type="submit" loading={form.sending} disabled={!complete}>
            {words.invite}
          </Button>
        </Stack>
      </form>
    </DetailDrawer>
  )
}
