import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import type { OwnedCount, Owner } from '../../../../../src/http/console/contract/people/people.ts'
import { Answered } from '../../../parts/answered.tsx'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { Facts } from '../../../parts/text/facts.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { useAnswer, useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { usePartWords } from '../../../words/common.ts'
import { usePeopleWords } from '../words.ts'
import { useCountText } from './count-text.ts'
import { OwnerFields, ownerBody } from './fields.tsx'
import { QuotaEdit, QuotaFacts } from './quotas.tsx'

export function OwnerDrawer({ id }: { id: string }) {
  const mayChange = useMay('owners.change')
  const asked = useAnswer(at('/owners/:id', { id }))
  return (
    <DetailDrawer title={asked.data?.owner.name ?? id} listPath="/people/owners">
      <Answered asked={asked}>
        {({ owner, quotas }) => (
          <>
            <OwnerFacts owner={owner} />
            <QuotaFacts quotas={quotas} />
            {mayChange && <OwnerEdit key={owner.id} owner={owner} />}
            {mayChange && <QuotaEdit key={`quotas ${owner.id}`} ownerId={owner.id} quotas={quotas} />}
          </>
        )}
      </Answered>
    </DetailDrawer>
  )
}

function OwnerFacts({ owner }: { owner: Owner }) {
  const all = usePeopleWords()
  const words = all.owners
  const parts = usePartWords()
  const countText = useCountText()
  const linked = (path: string, counted: OwnedCount) => (
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
        [parts.created, <Moment key="created" at={owner.createdAt} />],
      ]}
    />
  )
}

function OwnerEdit({ owner }: { owner: Owner }) {
  const { owners: words } = usePeopleWords()
  const parts = usePartWords()
  const renew = useRenew()
  const form = useFields(
    { name: owner.name, email: owner.email ?? '' },
    (values, before) => {
      const { name, email } = ownerBody(values)
      const change = { ...(values.name !== before.name && { name }), ...(values.email !== before.email && { email }) }
      return api.patch(at('/owners/:id', { id: owner.id }), change)
    },
    () => {
      notify(words.saved)
      void renew('/owners')
    },
  )
  const { name, email } = form.values
  const changed = name.trim() !== owner.name || email.trim() !== (owner.email ?? '')
  return (
    <Form form={form} action={parts.save} changed={changed} narrow>
      <OwnerFields text={form.text} />
    </Form>
  )
}
