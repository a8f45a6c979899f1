// Positions of bases that are no stations, from uploaded RINEX files.
import { Group, Paper, Progress, Stack, Text } from '@mantine/core'
import type { BaseRunAnswer } from '../../../../../../src/http/console/contract/stations/bases.ts'
import { Answered } from '../../../../parts/answered.tsx'
import { BackButton } from '../../../../parts/buttons/link-button.tsx'
import { Mark, type Tone } from '../../../../parts/marks/mark.tsx'
import { Page } from '../../../../parts/page.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { Hint } from '../../../../parts/text/hint.ts'
import { LogMoment } from '../../../../parts/text/moment.tsx'
import { useAnswer } from '../../../../service/answers.ts'
import { useMay } from '../../../../session/session.tsx'
import { useQualityWords } from '../quality/words.ts'
import { BaseResult } from './result.tsx'
import { UploadPanel } from './upload.tsx'

const WATCHED_MS = 2_000
const TONES: Record<BaseRunAnswer['state'], Tone> = {
  uploading: 'planned',
  pending: 'poor',
  ready: 'good',
  failed: 'bad',
}

const isOpen = ({ state }: BaseRunAnswer) => state === 'uploading' || state === 'pending'

export default function BasesPage() {
  const { bases: words } = useQualityWords()
  const maySee = useMay('system.read')
  return (
    <Page title={words.title} hint={words.hint} actions={<BackButton href="/quality" text={words.back} />}>
      {maySee ? <Bases /> : <Text size="sm">{words.notAllowed}</Text>}
    </Page>
  )
}

function Bases() {
  const { bases: words } = useQualityWords()
  const mayUpload = useMay('network.change')
  const asked = useAnswer('/bases', {
    refetchInterval: ({ state }) => (state.data?.bases.some(isOpen) ? WATCHED_MS : false),
  })
  return (
    <>
      {mayUpload && <UploadPanel />}
      <Panel title={words.list}>
        <Answered asked={asked} quiet>
          {({ bases }) =>
            bases.length === 0 ? (
              <Text size="sm">{words.none}</Text>
            ) : (
              <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
                {bases.map((base) => (
                  <Base key={base.id} base={base} />
                ))}
              </Stack>
            )
          }
        </Answered>
      </Panel>
    </>
  )
}

function Base({ base }: { base: BaseRunAnswer }) {
  const { bases: words } = useQualityWords()
  const { fileName, state, progressPct, failure, line, createdAt } = base
  return (
    <Paper component="li" withBorder p="sm">
      <Stack gap="xs">
        <Group gap="sm">
          <Mark tone={TONES[state]} word={words.states[state]} />
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {fileName}
          </Text>
          <Hint>
            <LogMoment at={createdAt} />
          </Hint>
        </Group>
        {state === 'pending' && (
          <Progress.Root size="lg">
            <Progress.Section value={progressPct} aria-label={`${words.computing}: ${progressPct} %`} />
          </Progress.Root>
        )}
        {failure && (
          <Text size="sm">
            {words.failures[failure]} {line !== null && words.line(String(line))}
          </Text>
        )}
        <BaseResult base={base} />
      </Stack>
    </Paper>
  )
}
