import { Group, NumberInput, Progress, Text } from '@mantine/core'
import type { QuotaUses } from '../../../../../src/http/console/contract/people/people.ts'
import { Form } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { Panel } from '../../../parts/panel.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { usePeopleWords } from '../words.ts'

type Name = keyof QuotaUses
const NAMES: readonly Name[] = ['inForce', 'issuedPerDay', 'mailsPerDay', 'webhooks', 'rinexHoursPerDay']

/** Above this share a bar warns. */
const NEARLY_PCT = 90

const shareOf = ({ used, limit }: QuotaUses[Name]): number =>
  limit === null || used === null ? 0 : limit === 0 ? 100 : Math.min(100, (used / limit) * 100)

/** Quotas that leave nothing. */
export const usedUp = (quotas: QuotaUses): Name[] =>
  NAMES.filter((name) => quotas[name].limit !== null && shareOf(quotas[name]) >= 100)

/** Each quota as a bar: 173 of 500. What has no limit is not counted. */
export function QuotaBars({ quotas }: { quotas: QuotaUses }) {
  const { owners: words } = usePeopleWords()
  const { number } = useFigures()
  return (
    <Panel title={words.quotas}>
      {NAMES.map((name) => {
        const { used, limit } = quotas[name]
        const share = shareOf(quotas[name])
        const text = limit === null ? words.noQuota : words.usedOf(number(used ?? 0), number(limit))
        return (
          <div key={name}>
            <Group justify="space-between" gap="xs">
              <Text size="sm">{words.quota[name]}</Text>
              <Text size="sm" c={limit === null ? 'dimmed' : undefined} fw={share >= NEARLY_PCT ? 600 : undefined}>
                {text}
              </Text>
            </Group>
            {limit !== null && (
              <Progress.Root size="sm" mt={4}>
                <Progress.Section
                  value={share}
                  color={share >= 100 ? 'red.9' : share >= NEARLY_PCT ? 'orange' : 'teal'}
                  aria-label={`${words.quota[name]}: ${text}`}
                />
              </Progress.Root>
            )}
          </div>
        )
      })}
    </Panel>
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
    <Panel title={words.quotas}>
      <Form form={form} action={words.saveQuotas} changed={changed} narrow>
        <Hint>{words.quotasHint}</Hint>
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
    </Panel>
  )
}
