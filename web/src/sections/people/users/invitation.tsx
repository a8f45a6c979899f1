import { Select, TextInput } from '@mantine/core'
import { useLocation } from 'wouter'
import type { Role } from '../../../../../src/http/console/contract/people/people.ts'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { useRenew } from '../../../service/answers.ts'
import { api } from '../../../service/api.ts'
import { usePeopleWords } from '../words.ts'
import type { LinkFor } from './link-dialog.tsx'
import { RoleFields } from './role-fields.tsx'

export function UserInvitation({ onLink }: { onLink: (link: LinkFor) => void }) {
  const all = usePeopleWords()
  const words = all.users
  const [, go] = useLocation()
  const renew = useRenew()
  const form = useFields(
    {
      name: '',
      email: '',
      role: 'operator' as Role,
      ownerId: null as number | null,
      language: 'none' as keyof typeof words.languages,
    },
    ({ name, email, role, ownerId, language }) =>
      api.post('/users', {
        name: name.trim(),
        email: email.trim(),
        role,
        ownerId: role === 'reseller' ? ownerId : null,
        language: language === 'none' ? null : language,
      }),
    ({ user, link }) => {
      void renew('/users')
      if (link) onLink({ link, email: user.email, userId: user.id })
      else notify(words.invitationMailed(user.email))
      go('/people/users')
    },
  )
  return (
    <DetailDrawer title={words.invite} listPath="/people/users">
      <Form form={form} action={words.invite}>
        <TextInput {...form.text('name')} label={all.name} required maxLength={120} data-autofocus />
        <TextInput {...form.text('email')} type="email" label={all.email} required />
        <RoleFields role={form.value('role')} owner={form.value('ownerId')} />
        <Select {...form.choice('language', words.languages)} label={words.language} />
      </Form>
    </DetailDrawer>
  )
}
