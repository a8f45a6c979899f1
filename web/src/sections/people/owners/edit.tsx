import type { OwnBrand, Owner, QuotaUses } from '../../../../../src/http/console/contract/people/people.ts'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { usePartWords } from '../../../words/common.ts'
import { usePeopleWords } from '../words.ts'
import { BrandEdit } from './brand.tsx'
import { OwnerFields, ownerBody } from './fields.tsx'
import { QuotaEdit } from './quotas.tsx'

interface Props {
  readonly owner: Owner
  readonly quotas: QuotaUses
  readonly brand: OwnBrand
}

export function OwnerEdit({ owner, quotas, brand }: Props) {
  const { owners: words } = usePeopleWords()
  return (
    <DetailDrawer title={words.editTitle(owner.name)} listPath={`/people/owners/${owner.id}`}>
      <OwnerForm key={owner.id} owner={owner} />
      <BrandEdit key={`brand ${owner.id}`} ownerId={owner.id} brand={brand} />
      <QuotaEdit key={`quotas ${owner.id}`} ownerId={owner.id} quotas={quotas} />
    </DetailDrawer>
  )
}

function OwnerForm({ owner }: { owner: Owner }) {
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
