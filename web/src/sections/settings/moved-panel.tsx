import { NumberInput, Switch, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Settings } from '../../../../src/http/console/contract/network/network.ts'
import { useFields } from '../../parts/forms/use-fields.ts'
import { notify } from '../../parts/notify.ts'
import { Panel } from '../../parts/panel.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { keyOf } from '../../service/answers.ts'
import { api } from '../../service/api.ts'
import { SaveRow } from './operator.tsx'
import { useSettingsWords } from './words.ts'

/** Distance from which an antenna counts as moved, and the consequence. */
export function MovedPanel({ settings, mayChange }: { settings: Settings; mayChange: boolean }) {
  const words = useSettingsWords()
  const queries = useQueryClient()
  const { movedLimitM, movedTakesOut } = settings.network
  const form = useFields(
    { movedLimitM, movedTakesOut },
    (values) => api.patch('/settings', values),
    (saved) => {
      queries.setQueryData(keyOf('/settings'), saved)
      notify(words.saved)
    },
  )
  const isChanged =
    form.values.movedLimitM !== form.before.movedLimitM || form.values.movedTakesOut !== form.before.movedTakesOut
  return (
    <form onSubmit={form.onSubmit}>
      <Panel title={words.moved.title}>
        <Text size="sm">{words.moved.hint}</Text>
        <NumberInput
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
          label={words.moved.takesOut}
          description={words.moved.takesOutHint}
          checked={form.values.movedTakesOut}
          disabled={!mayChange}
          onChange={({ currentTarget }) => form.set('movedTakesOut', currentTarget.checked)}
        />
        {form.problem && <ProblemPanel error={form.problem} />}
        {mayChange && <SaveRow isChanged={isChanged} sending={form.sending} />}
      </Panel>
    </form>
  )
}
