import { Group, NumberInput, Text } from '@mantine/core'
import type { ShownPosition } from '../../../../../../src/http/console/contract/stations/position.ts'
import { Form } from '../../../../parts/forms/form.tsx'
import { useFields } from '../../../../parts/forms/use-fields.ts'
import { notify } from '../../../../parts/notify.ts'
import { Panel } from '../../../../parts/panel.tsx'
import { api, at } from '../../../../service/api.ts'
import { useRefresh } from '../../use-station.ts'
import { useQualityWords } from '../quality/words.ts'

/** How far the station may move within an hour; empty is the default. */
export function LimitsForm({ id, position: { limits, defaults } }: { id: number; position: ShownPosition }) {
  const words = useQualityWords().place
  const refresh = useRefresh()
  const form = useFields(
    { ...limits },
    (values) => api.patch(at('/stations/:id/integrity', { id }), values),
    async () => {
      notify(words.limitsSaved)
      await refresh()
    },
  )
  const isChanged =
    form.values.horizontalMm !== form.before.horizontalMm || form.values.verticalMm !== form.before.verticalMm
  return (
    <Panel title={words.limits}>
      <Text size="sm">{words.limitsHint}</Text>
      <Form form={form} action={words.saveLimits} changed={isChanged} narrow>
        <Group grow maw={420}>
          {(['horizontalMm', 'verticalMm'] as const).map((field) => (
            <NumberInput
              key={field}
              data-field={field}
              label={words.limitFields[field]}
              placeholder={String(defaults[field])}
              value={form.values[field] ?? ''}
              onChange={(value) => form.set(field, typeof value === 'number' ? value : null)}
              error={form.faultOf(field)}
              allowDecimal={false}
              allowNegative={false}
            />
          ))}
        </Group>
      </Form>
    </Panel>
  )
}
