// The checks of `vertice doctor`, run by the service itself: what is wrong comes first, with what to do.
import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useState } from 'react'
import type { System } from '../../../../src/http/console/contract/system.ts'
import { useLanguage } from '../../language.tsx'
import { Answered } from '../../parts/answered.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Hint } from '../../parts/text/hint.ts'
import { Moment } from '../../parts/text/moment.tsx'
import { MINUTE_MS } from '../../parts/time-units.ts'
import { useAnswer } from '../../service/answers.ts'
import type { Answer } from '../../service/api.ts'
import { useSystemWords } from './words.ts'

type Checked = Answer<'GET', '/system/doctor'>
type Finding = Checked['findings'][number]

const MARKS = {
  ok: { icon: IconCircleCheck, colour: 'var(--mark-good)' },
  warn: { icon: IconAlertTriangle, colour: 'var(--mark-poor)' },
  fail: { icon: IconCircleX, colour: 'var(--mark-bad)' },
}
const WORST_FIRST: readonly Finding['state'][] = ['fail', 'warn', 'ok']

export function ChecksPanel({ backups }: { backups: System['backups'] }) {
  const words = useSystemWords()
  const asked = useAnswer('/system/doctor', { refetchInterval: MINUTE_MS })
  return (
    <Panel title={words.checks.title}>
      <Answered asked={asked} quiet>
        {(checked) => (
          <Checks
            checked={checked}
            backups={backups}
            again={() => void asked.refetch()}
            isChecking={asked.isFetching}
          />
        )}
      </Answered>
    </Panel>
  )
}

function Checks({
  checked: { findings, at },
  backups,
  again,
  isChecking,
}: {
  checked: Checked
  backups: System['backups']
  again: () => void
  isChecking: boolean
}) {
  const { checks: words } = useSystemWords()
  const [all, setAll] = useState(false)
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  const worst = WORST_FIRST.find((state) => count(state) > 0) ?? 'ok'
  const { icon: Icon, colour } = MARKS[worst]
  const shown = WORST_FIRST.flatMap((state) =>
    findings.filter((finding) => finding.state === state && (all || state !== 'ok')),
  )
  return (
    <Stack gap="sm">
      <Group gap="sm" justify="space-between">
        <Group gap="sm" wrap="nowrap">
          <Icon size={28} color={colour} aria-hidden style={{ flexShrink: 0 }} />
          <div>
            <Text fw={700} size="lg" role="status">
              {worst === 'ok' ? words.allGood : words.wrong(count('fail'), count('warn'))}
            </Text>
            <Hint>
              {words.passed(count('ok'), findings.length)} · <Moment at={at} />
            </Hint>
          </div>
        </Group>
        <Button variant="default" size="compact-sm" loading={isChecking} onClick={again}>
          {words.again}
        </Button>
      </Group>
      <Text size="sm">
        {words.backup}: {backups.newest ? <Moment at={backups.newest.at} /> : words.noDailyBackup}
      </Text>
      {shown.length > 0 && (
        <List
          listStyleType="none"
          spacing="xs"
          styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}
        >
          {shown.map((finding) => (
            <Line key={`${finding.check} ${finding.what}`} finding={finding} />
          ))}
        </List>
      )}
      <Anchor component="button" type="button" size="sm" ta="left" aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? words.hideAll : words.showAll(findings.length)}
      </Anchor>
    </Stack>
  )
}

function Line({ finding }: { finding: Finding }) {
  const { language } = useLanguage()
  const { check, state } = finding
  const { what, todo } = language === 'es' ? finding.es : finding
  const { checks: words } = useSystemWords()
  const { icon: Icon, colour } = MARKS[state]
  return (
    <List.Item>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Icon size={18} color={colour} aria-label={words.states[state]} style={{ flexShrink: 0, marginTop: 2 }} />
        <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
          <strong>{words.names[check as keyof typeof words.names] ?? check}</strong>: {what}
          {todo && <div>→ {todo}</div>}
        </Text>
      </Group>
    </List.Item>
  )
}
