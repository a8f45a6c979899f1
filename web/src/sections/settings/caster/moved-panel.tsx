import { NumberInput, Switch, Text } from '@mantine/core'
import type { Settings } from '../../../../../src/http/console/contract/network/network.ts'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { Panel } from '../../../parts/panel.tsx'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { api } from '../../../service/api.ts'
import { SettingForm } from '../frame/changes.tsx'
import { spot } from '../frame/fields.ts'
import { useNetworkSaved } from '../operator.tsx'
import { useSettingsWords } from '../words.ts'

const FIELDS = ['movedLimitM', 'movedTakesOut', 'observedTakesOut'] as const

/** Distance from which an antenna counts as moved, and the consequence. */
export function MovedPanel({ settings, mayChange }: { settings: Settings; mayChange: boolean }) {
  const words = useSettingsWords()
  const { movedLimitM, movedTakesOut, observedTakesOut } = settings.network
  const form = useFields(
    { movedLimitM, movedTakesOut, observedTakesOut },
    (values) => api.patch('/settings', values),
    useNetworkSaved(),
  )
  const isChanged = FIELDS.some((field) => form.values[field] !== form.before[field])
  return (
    <SettingForm form={form} isChanged={isChanged}>
      <Panel title={words.moved.title}>
        <Text size="sm">{words.moved.hint}</Text>
        <NumberInput
          {...spot('movedLimitM')}
          maw={320}
          label={words.moved.limit}
          description={words.moved.limitHint}
          value={form.values.movedLimitM}
          onChange={(value) => form.set('movedLimitM', Number(value))}
          error={form.faultOf('movedLimitM')}
          min={0}
          step={0.05}
          decimalScale={2}
          fixedDecimalScale
          readOnly={!mayChange}
        />
        <Switch
          {...spot('movedTakesOut')}
          label={words.moved.takesOut}
          description={words.moved.takesOutHint}
          checked={form.values.movedTakesOut}
          disabled={!mayChange}
          onChange={({ currentTarget }) => form.set('movedTakesOut', currentTarget.checked)}
        />
        <Switch
          {...spot('observedTakesOut')}
          label={words.moved.observedTakesOut}
          description={words.moved.observedTakesOutHint}
          checked={form.values.observedTakesOut}
          disabled={!mayChange}
          onChange={({ currentTarget }) => form.set('observedTakesOut', currentTarget.checked)}
        />
        {form.problem && <ProblemPanel error={form.problem} />}
      </Panel>
    </SettingForm>
  )
}
