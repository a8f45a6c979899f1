import { Button, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api } from '../../../api.ts'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import type { Owner } from '../types.ts'
import { usePeopleWords } from '../words.ts'
import { OwnerFields, ownerBody } from './fields.tsx'

export function OwnerCreation() {
  const { owners: words } = usePeopleWords()
  const [, go] = useLocation()
  const queries = useQueryClient()
  const form = useFields(
    { name: '', email: '' },
    (values) => api.post<{ owner: Pick<Owner, 'id' | 'name'> }>('/owners', ownerBody(values)),
    ({ owner }) => {
      notify(words.added(owner.name))
      void queries.invalidateQueries({ queryKey: ['/owners'] })
      go(`/people/owners/${owner.id}`)
    },
  )
  return (
    <DetailDrawer title={words.add} listPath="/people/owners">
      <form onSubmit={form.onSubmit}>
        <Stack>
          <OwnerFields text={form.text} />
          {form.problem && <ProblemPanel error={form.problem} />}
          <Button type="submit" loading={form.sending} disabled={form.values.name.trim() === ''}>
            {words.add}
          </Button>
        </Stack>
      </form>
    </DetailDrawer>
  )
}
