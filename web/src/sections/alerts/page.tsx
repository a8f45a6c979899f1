import { Anchor, Group } from '@mantine/core'
import { Link } from 'wouter'
import type { Alert } from '../../../../src/http/console/contract/alerts/alerts.ts'
import { useLanguage } from '../../language.tsx'
import { choiceFilter } from '../../parts/lists/filters.tsx'
import { useFilteredPages } from '../../parts/lists/list.tsx'
import { type Column, Listing } from '../../parts/lists/listing.tsx'
import { Mark, type Tone } from '../../parts/marks/mark.tsx'
import { Simulated } from '../../parts/marks/simulated.tsx'
import { Page } from '../../parts/page.tsx'
import { Hint } from '../../parts/text/hint.ts'
import { LogMoment } from '../../parts/text/moment.tsx'
import { MINUTE_MS } from '../../parts/time-units.ts'
import { useMay } from '../../session/session.tsx'
import { usePartWords } from '../../words/common.ts'
import { AcknowledgeAll, AcknowledgeButton, AcknowledgedBy } from './acknowledge.tsx'
import { MailNotice } from './mail-notice.tsx'
import { runbookOf } from './runbook.ts'
import { SeverityIcon } from './severity-icon.tsx'
import { SnoozeMenu } from './snooze.tsx'
import { useAttentionHref, useAttentionText } from './use-attention.ts'
import { useAlertWords } from './words.ts'

const EVERY_MS = 10_000

export default function AlertsPage() {
  const words = useAlertWords()
  const parts = usePartWords()
  const mayChange = useMay('network.change')
  const textOf = useAttentionText()
  const { filters, pages, bar } = useFilteredPages('/alerts', {
    everyMs: EVERY_MS,
    filters: [choiceFilter('state', parts.state, words.states), choiceFilter('topic', words.topic, words.topics)],
  })
  const open = pages.rows.filter(({ state }) => state === 'open').map(({ id }) => id)
  const columns: Column<Alert>[] = [
    { key: 'what', title: words.what, cell: (alert) => <What alert={alert} /> },
    { key: 'state', title: parts.state, cell: (alert) => <StateMark alert={alert} /> },
    { key: 'began', title: words.began, cell: ({ since, openedAt }) => <LogMoment at={since ?? openedAt} /> },
    { key: 'lasted', title: words.lasted, number: true, cell: (alert) => <Lasted alert={alert} /> },
    { key: 'mailed', title: words.mailed, cell: ({ mailedAt }) => <LogMoment at={mailedAt} none={words.notMailed} /> },
    {
      key: 'known',
      title: words.known,
      cell: (alert) => {
        if (alert.acknowledgedAt)
          return <AcknowledgedBy alert={alert} what={textOf(told(alert))} mayUndo={alert.state !== 'ended'} isNamed />
        return alert.state === 'open' && mayChange ? (
          <Group gap={4} wrap="nowrap">
            <AcknowledgeButton id={alert.id} what={textOf(told(alert))} />
            <SnoozeMenu id={alert.id} what={textOf(told(alert))} />
          </Group>
        ) : (
          '—'
        )
      },
    },
  ]
  return (
    <Page title={words.title} hint={words.hint} actions={mayChange && open.length > 1 && <AcknowledgeAll ids={open} />}>
      <MailNotice />
      {bar}
      <Listing
        label={words.title}
        pages={pages}
        columns={columns}
        nameOf={(alert) => textOf(told(alert))}
        empty={filters.any ? words.emptyFiltered : words.empty}
      />
    </Page>
  )
}

const told = ({ kind, name, params }: Alert) => ({ kind, name, params })

function What({ alert }: { alert: Alert }) {
  const words = useAlertWords()
  const { language } = useLanguage()
  const text = useAttentionText()(told(alert))
  const href = useAttentionHref()({ kind: alert.kind, id: alert.subjectId })
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" component="span">
      <SeverityIcon severity={alert.severity} isQuiet={alert.state !== 'open'} />
      <span style={{ overflowWrap: 'anywhere', minWidth: '12rem' }}>
        {href ? (
          <Anchor component={Link} href={href} inherit>
            {text}
          </Anchor>
        ) : (
          text
        )}{' '}
        {alert.times > 1 && (
          <Hint span size="xs">
            {words.times(alert.times)}{' '}
          </Hint>
        )}
        {alert.simulated && <Simulated />}{' '}
        {alert.state !== 'ended' && (
          <Anchor
            href={runbookOf(alert.kind, language)}
            target="_blank"
            size="xs"
            style={{ whiteSpace: 'nowrap' }}
            aria-label={words.runbookOf(text)}
          >
            {words.runbook}
          </Anchor>
        )}
      </span>
    </Group>
  )
}

const TONES: Record<Alert['severity'], Tone> = { critical: 'bad', warning: 'poor', note: 'unknown' }

function StateMark({ alert: { state, severity, snoozedUntil } }: { alert: Alert }) {
  const words = useAlertWords()
  const tone = state === 'open' ? TONES[severity] : state === 'ended' ? 'good' : 'planned'
  return <Mark tone={tone} word={state === 'acknowledged' && snoozedUntil ? words.snoozed : words.states[state]} />
}

function Lasted({ alert: { since, openedAt, endedAt } }: { alert: Alert }) {
  const words = useAlertWords()
  if (!endedAt) return <>{words.goesOn}</>
  const minutes = Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(since ?? openedAt)) / MINUTE_MS))
  const { duration } = words
  if (minutes < 60) return <>{duration.minutes(minutes)}</>
  const hours = Math.floor(minutes / 60)
  return <>{hours < 48 ? duration.hours(hours, minutes % 60) : duration.days(Math.floor(hours / 24), hours % 24)}</>
}
