import { useLocation } from 'wouter'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { useRenew } from '../../../service/answers.ts'
import { api } from '../../../service/api.ts'
import { usePeopleWords } from '../words.ts'
import { OwnerFields, ownerBody } from './fields.tsx'

export function OwnerCreation() {
  const { owners: words } = usePeopleWords()
  const [, go] = useLocation()
  const renew = useRenew()
  const form = useFields(
    { name: '', email: '' },
    (values) => api.post('/owners', ownerBody(values)),
    ({ owner }) => {
      notify(words.added(owner.name))
      void renew('/owners')
      go(`/people/owners/${owner.id}`)
    },
  )
  return (
    <DetailDrawer title={words.add} listPath="/people/owners">
      <Form form={form} action={words.add}>
        <OwnerFields text={form.text} />
      </Form>
    </DetailDrawer>
  )
}
