import { Text } from '@mantine/core'
import type { System } from '../../../../src/http/console/contract/system.ts'
import { Mark, type Tone } from '../../parts/marks/mark.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Facts } from '../../parts/text/facts.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { Moment } from '../../parts/text/moment.tsx'
import { backupFailureText, useCodeWords } from '../../words/codes.ts'
import { useSystemWords } from './words.ts'

type Backups = System['backups']

export function BackupsPanel({ system: { backups } }: { system: System }) {
  const words = useSystemWords()
  return (
    <Panel title={words.backups}>
      {backups.last === null ? (
        <Text size="sm">{words.noBackups}</Text>
      ) : (
        <BackupFacts backups={backups} last={backups.last} />
      )}
    </Panel>
  )
}

const TONES: Record<NonNullable<Backups['last']>['state'], Tone> = {
  made: 'good',
  failed: 'bad',
  in_progress: 'planned',
}

function BackupFacts({
  backups: { newest, isOverdue, kept },
  last,
}: {
  backups: Backups
  last: NonNullable<Backups['last']>
}) {
  const words = useSystemWords()
  const codes = useCodeWords()
  const { bytes, number } = useFigures()
  const tone = isOverdue ? 'bad' : newest ? 'good' : 'unknown'
  const outcome = last.failure
    ? `${words.backupStates.failed} (${backupFailureText(codes, last.failure)})`
    : words.backupStates[last.state]
  return (
    <Facts
      facts={[
        [words.state, <Mark key="state" tone={tone} word={words.backupAges[tone]} />],
        [words.newestBackup, <Moment key="newest" at={newest?.at} />],
        [words.size, newest ? bytes(newest.bytes) : '—'],
        [words.backupFile, newest ? `${newest.machine}: ${newest.file}` : '—'],
        [words.lastAttempt, <Moment key="last" at={last.at} />],
        [words.outcome, <Mark key="outcome" tone={TONES[last.state]} word={outcome} />],
        [words.backupsKept, number(kept)],
      ]}
    />
  )
}
