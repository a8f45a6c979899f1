import { Text, Textarea } from '@mantine/core'
import type { Settings } from '../../../../../src/http/console/contract/network/network.ts'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { Panel } from '../../../parts/panel.tsx'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { api } from '../../../service/api.ts'
import { SettingForm } from '../frame/changes.tsx'
import { spot } from '../frame/fields.ts'
import { useNetworkSaved } from '../operator.tsx'
import { useSettingsWords } from '../words.ts'

/** The operator's additional sourcetable lines. */
export function TableLinesPanel({ settings, mayChange }: { settings: Settings; mayChange: boolean }) {
  const words = useSettingsWords()
  const form = useFields(
    { tableLines: (settings.network.tableLines ?? []).join('\n') },
    ({ tableLines }) => api.patch('/settings', { tableLines: tableLinesIn(tableLines) }),
    useNetworkSaved(),
  )
  return (
    <SettingForm form={form} isChanged={form.values.tableLines !== form.before.tableLines}>
      <Panel title={words.tableLines.title}>
        <Text size="sm">{words.tableLines.hint}</Text>
        <Textarea
          {...form.text('tableLines')}
          {...spot('tableLines')}
          aria-label={words.tableLines.title}
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          styles={{ input: { fontFamily: 'monospace' } }}
          readOnly={!mayChange}
        />
        {form.problem && <ProblemPanel error={form.problem} />}
      </Panel>
    </SettingForm>
  )
}

/** Drops empty lines. */
const tableLinesIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
