import { Anchor, Button, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api } from '../../../api.ts'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { Waiting } from '../../../parts/waiting.tsx'
import { useMay } from '../../../session.tsx'
import { usePartWords } from '../../../words/common.ts'
import type { Count, Owner } from '../types.ts'
import { usePeopleWords } from '../words.ts'
import { useCountText } from './count-text.ts'
import { OwnerFields, ownerBody } from './fields.tsx'

export function OwnerDrawer({ id }: { id: string }) {
  const mayChange = useMay('owners.change')
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['/owners', Number(id)],
    queryFn: ({ signal }) => api.get<{ owner: Owner }>(`/owners/${id}`, {}, signal),
  })
  return (
    <DetailDrawer title={data?.owner.name ?? id} listPath="/people/owners">
      {isPending && <Waiting />}
      {error && <ProblemPanel error={error} again={refetch} />}
      {data && <OwnerFacts owner={data.owner} />}
      {data && mayChange && <OwnerEdit key={data.owner.id} owner={data.owner} />}
    </DetailDrawer>
  )
}

function OwnerFacts({ owner }: { owner: Owner }) {
  const all = usePeopleWords()
  const words = all.owners
  const countText = useCountText()
  const linked = (path: string, counted: Count) => (
    <Anchor component={Link} href={`${path}?ownerId=${owner.id}`} size="sm">
      {countText(counted)}
    </Anchor>
  )
  return (
    <Facts
      facts={[
        [all.email, owner.email ?? words.noEmail],
        [words.credentials, linked('/credentials', owner.credentials)],
        [words.tokens, linked('/platform/tokens', owner.tokens)],
        [words.webhooks, linked('/platform/webhooks', owner.activeWebhooks)],
        [all.created, <Moment key="created" at={owner.createdAt} />],
      ]}
    />
  )
}

function OwnerEdit({ owner }: { owner: Owner }) {
  const { owners: words } = usePeopleWords()
  const parts = usePartWords()
  const queries = useQueryClient()
  const form = useFields(
    { name: owner.name, email: owner.email ?? '' },
    (values, before) => {
      const { name, email } = ownerBody(values)
      const change = { ...(values.name !== before.name && { name }), ...(values.email !== before.email && { email }) }
      return api.patch(`/owners/${owner.id}`, change)
    },
    () => {
      notify(words.saved)
      void queries.invalidateQueries({ queryKey: ['/owners'] })
    },
  )
  const { name, email } = form.values
  const changed = name.trim() !== owner.name || email.trim() !== (owner.email ?? '')
  return (
    <form onSubmit={form.onSubmit}>
      <Stack>
        <OwnerFields text={form.text} />
        {form.problem && <ProblemPanel error={form.problem} />}
        <Button
          type="submit"
          loading={form.sending}
          disabled={!changed || name.trim() === ''}
          style={{ alignSelf: 'flex-start' }}
        >
          {parts.save}
        </Button>
      </Stack>
    </form>
  )
}
