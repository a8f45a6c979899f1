// Computes positions and quality of the chosen window again from the archive, and lists the latest computations.
import { Progress, Stack, Text } from '@mantine/core'
import type { IntegrityRunAnswer } from '../../../../../../src/http/console/contract/stations/integrity.ts'
import { Form } from '../../../../parts/forms/form.tsx'
import { useFields } from '../../../../parts/forms/use-fields.ts'
import { SimpleTable } from '../../../../parts/lists/simple-table.tsx'
import { Mark, type Tone } from '../../../../parts/marks/mark.tsx'
import { notify } from '../../../../parts/notify.ts'
import { Panel } from '../../../../parts/panel.tsx'
import { Hint } from '../../../../parts/text/hint.ts'
import { useAnswer, useRenew } from '../../../../service/answers.ts'
import { api, at } from '../../../../service/api.ts'
import { useMay } from '../../../../session/session.tsx'
import { TimeField } from '../order-panel.tsx'
import { useUtc } from '../use-utc.ts'
import type { ChosenWindow } from '../window.ts'
import { useArchiveWords } from '../words.ts'
import { useRunText } from './use-run-text.ts'

const WATCHED_MS = 2_000
const LONGEST_MS = 7 * 86_400_000
const TONES: Record<IntegrityRunAnswer['state'], Tone> = { pending: 'poor', ready: 'good', failed: 'bad' }

export function RunsPanel({ stationId, window }: { stationId: number; window: ChosenWindow }) {
  const words = useArchiveWords()
  const mayChange = useMay('network.change')
  const path = at('/stations/:id/runs', { id: stationId })
  const { data } = useAnswer(path, {
    refetchInterval: ({ state }) => (state.data?.runs.some((run) => run.state === 'pending') ? WATCHED_MS : false),
  })
  const runs = data?.runs ?? []
  if (!mayChange && runs.length === 0) return null
  return (
    <Panel title={words.runs}>
      <Hint>{words.runsHint}</Hint>
      {mayChange && <RunForm stationId={stationId} window={window} />}
      {runs.length > 0 && <Runs runs={runs} />}
    </Panel>
  )
}

function RunForm({ stationId, window: { fields, chosen, fault } }: { stationId: number; window: ChosenWindow }) {
  const words = useArchiveWords()
  const renew = useRenew()
  const path = at('/stations/:id/runs', { id: stationId })
  const form = useFields(
    { from: '', to: '' },
    () => api.post(path, { from: chosen!.from.toISOString(), to: chosen!.to.toISOString() }),
    () => {
      notify(words.runRequested)
      void renew(path)
    },
  )
  const isTooLong = chosen !== null && chosen.to.getTime() - chosen.from.getTime() > LONGEST_MS
  const problem = fault ? words[fault] : isTooLong ? words.runLong : null
  return (
    <Form form={form} action={words.runButton} complete={chosen !== null && problem === null}>
      <TimeField label={words.from} value={fields.from} onChange={fields.setFrom} />
      <TimeField
        label={words.to}
        value={fields.to}
        onChange={fields.setTo}
        error={problem ?? form.faultOf('from') ?? form.faultOf('to')}
      />
    </Form>
  )
}

function Runs({ runs }: { runs: readonly IntegrityRunAnswer[] }) {
  const words = useArchiveWords()
  const utc = useUtc()
  const textOf = useRunText()
  return (
    <SimpleTable
      label={words.runs}
      columns={[{ title: words.window }, { title: words.state }, { title: words.runResult }]}
      rows={runs.map((run) => ({
        key: run.id,
        cells: [
          words.period(utc.moment(run.from), utc.moment(run.to)),
          <Mark key="state" tone={TONES[run.state]} word={words.states[run.state]} />,
          run.state === 'pending' ? (
            <Progress.Root key="progress" size="lg" miw={100}>
              <Progress.Section value={run.progressPct} aria-label={`${words.progress}: ${run.progressPct} %`} />
            </Progress.Root>
          ) : (
            <Stack key="result" gap={0}>
              {textOf(run).map((line) => (
                <Text key={line} size="sm">
                  {line}
                </Text>
              ))}
            </Stack>
          ),
        ],
      }))}
    />
  )
}
