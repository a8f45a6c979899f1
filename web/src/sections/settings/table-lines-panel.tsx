import { Text, Textarea } from '@mantine/core'
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

/** The operator's additional sourcetable lines. */
export function TableLinesPanel({ settings, mayChange }: { settings: Settings; mayChange: boolean }) {
  const words = useSettingsWords()
  const queries = useQueryClient()
  const form = useFields(
    { tableLines: (settings.network.tableLines ?? []).join('\n') },
    ({ tableLines }) => api.patch('/settings', { tableLines: tableLinesIn(tableLines) }),
    (saved) => {
      queries.setQueryData(keyOf('/settings'), saved)
      notify(words.saved)
    },
  )
  return (
    <form onSubmit={form.onSubmit}>
      <Panel title={words.tableLines.title}>
        <Text size="sm">{words.tableLines.hint}</Text>
        <Textarea
          {...form.text('tableLines')}
          aria-label={words.tableLines.title}
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          styles={{ input: { fontFamily: 'monospace' } }}
          readOnly={!mayChange}
        />
        {form.problem && <ProblemPanel error={form.problem} />}
        {mayChange && <SaveRow isChanged={form.values.tableLines !== form.before.tableLines} sending={form.sending} />}
      </Panel>
    </form>
  )
}

/** Drops empty lines. */
const tableLinesIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
