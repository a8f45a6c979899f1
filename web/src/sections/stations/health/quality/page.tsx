// All stations by what needs attention: the worst verdict first, then the most important reason.
import { Anchor, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconMapPinSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { Answered } from '../../../../parts/answered.tsx'
import { LinkButton } from '../../../../parts/buttons/link-button.tsx'
import { Mark, type Tone } from '../../../../parts/marks/mark.tsx'
import { Simulated } from '../../../../parts/marks/simulated.tsx'
import { Page } from '../../../../parts/page.tsx'
import { Hint } from '../../../../parts/text/hint.ts'
import { MINUTE_MS } from '../../../../parts/time-units.ts'
import { useAnswer } from '../../../../service/answers.ts'
import type { Answer } from '../../../../service/api.ts'
import { useMay } from '../../../../session/session.tsx'
import { useCodeWords } from '../../../../words/codes.ts'
import { STATIONS_PATH } from '../../use-station.ts'
import { Reasons } from './reasons.tsx'
import { useQualityWords } from './words.ts'

type Ranked = Answer<'GET', '/quality'>['stations'][number]

const VERDICTS = ['bad', 'attention', 'unknown', 'good'] as const
type Verdict = (typeof VERDICTS)[number]
const TONES: Readonly<Record<Verdict, Tone>> = { bad: 'bad', attention: 'poor', unknown: 'unknown', good: 'good' }

export default function QualityPage() {
  const words = useQualityWords()
  const seesBases = useMay('system.read')
  const asked = useAnswer('/quality', { refetchInterval: MINUTE_MS / 2 })
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={seesBases && <LinkButton href="/quality/bases" icon={IconMapPinSearch} text={words.bases.open} />}
    >
      <Answered asked={asked} quiet>
        {({ stations }) => <Ranking stations={stations} />}
      </Answered>
    </Page>
  )
}

function Ranking({ stations }: { stations: readonly Ranked[] }) {
  const words = useQualityWords()
  const { verdicts } = useCodeWords().quality
  const [chosen, choose] = useState<Verdict | 'all'>('all')
  if (stations.length === 0) return <Text size="sm">{words.noStations}</Text>
  const countOf = (verdict: Verdict) => stations.filter((one) => one.verdict === verdict).length
  const shown = stations.filter(({ verdict }) => chosen === 'all' || verdict === chosen)
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={words.verdict}
        value={chosen}
        onChange={(next) => choose(next as Verdict | 'all')}
        data={[
          { value: 'all', label: `${words.all} ${stations.length}` },
          ...VERDICTS.filter((verdict) => countOf(verdict) > 0).map((verdict) => ({
            value: verdict,
            label: `${verdicts[verdict]} ${countOf(verdict)}`,
          })),
        ]}
        style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
      />
      <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {shown.map((station) => (
          <Paper key={station.id} component="li" withBorder p="sm">
            <Group gap="sm" mb={station.reasons.length > 0 ? 6 : 0}>
              <Mark tone={TONES[station.verdict]} word={verdicts[station.verdict]} />
              <Anchor component={Link} href={`${STATIONS_PATH}/${station.id}?tab=quality`} fw={600}>
                {station.code}
              </Anchor>
              <Hint>{station.name}</Hint>
              {station.isInMaintenance && <Mark tone="planned" word={words.inMaintenance} />}
              {station.simulated && <Simulated />}
            </Group>
            <Reasons reasons={station.reasons} />
          </Paper>
        ))}
      </Stack>
    </Stack>
  )
}
