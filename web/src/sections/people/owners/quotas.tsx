import { NumberInput, Text, Title } from '@mantine/core'
import type { QuotaUses } from '../../../../../src/http/console/contract/people/people.ts'
import { Form } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { Facts } from '../../../parts/text/facts.tsx'
import { useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { usePeopleWords } from '../words.ts'

type Name = keyof QuotaUses
const NAMES: readonly Name[] = ['inForce', 'issuedPerDay', 'mailsPerDay', 'webhooks']

export function QuotaFacts({ quotas }: { quotas: QuotaUses }) {
  const { owners: words } = usePeopleWords()
  const set = NAMES.filter((name) => quotas[name].limit !== null)
  return (
    <>
      <Title order={3} size="h5">
        {words.quotas}
      </Title>
      {set.length === 0 ? (
        <Text size="sm">{words.noQuota}</Text>
      ) : (
        <Facts
          facts={set.map((name) => [
            words.quota[name],
            words.usedOf(String(quotas[name].used), String(quotas[name].limit)),
          ])}
        />
      )}
    </>
  )
}

/** An empty field means no limit. */
const limitOf = (value: number | '') => (value === '' ? null : value)

export function QuotaEdit({ ownerId, quotas }: { ownerId: number; quotas: QuotaUses }) {
  const { owners: words } = usePeopleWords()
  const renew = useRenew()
  const initial = Object.fromEntries(NAMES.map((name) => [name, quotas[name].limit ?? ''])) as Record<Name, number | ''>
  const form = useFields(
    initial,
    (values, before) => {
      const changed = NAMES.filter((name) => values[name] !== before[name])
      const body = Object.fromEntries(changed.map((name) => [name, limitOf(values[name])]))
      return api.patch(at('/owners/:id/quotas', { id: ownerId }), body)
    },
    () => {
      notify(words.saved)
      void renew('/owners')
    },
  )
  const changed = NAMES.some((name) => form.values[name] !== form.before[name])
  return (
    <Form form={form} action={words.saveQuotas} changed={changed} narrow>
      <Text size="sm" c="dimmed">
        {words.quotasHint}
      </Text>
      {NAMES.map((name) => (
        <NumberInput
          key={name}
          label={words.quota[name]}
          value={form.values[name]}
          onChange={(value) => form.set(name, value === '' ? '' : Number(value))}
          error={form.faultOf(name)}
          min={0}
          allowDecimal={false}
        />
      ))}
    </Form>
  )
}
