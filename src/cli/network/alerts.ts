import { acknowledge } from '../../actions/alerts/acknowledge.ts'
import { setAlerts } from '../../actions/alerts/set.ts'
import { ALERT_STATES, ALERT_TOPICS, LONGEST_SNOOZE_DAYS, stateOf } from '../../domain/alerts/alert.ts'
import type { AlertSettings } from '../../domain/alerts/settings.ts'
import { HOUR_MS } from '../../domain/time/units.ts'
import { listAlerts } from '../../store/alerts/rows.ts'
import { readAlertSettings } from '../../store/alerts/settings.ts'
import { attentionText } from '../../words/attention.ts'
import { en } from '../../words/en.ts'
import {
  asJson,
  commandContext,
  decimal,
  group,
  limit,
  oneOf,
  onFoundation,
  printFacts,
  printList,
  text,
  UsageError,
  verb,
  whole,
} from '../kit/command.ts'

const list = verb({
  summary: 'list alerts, newest first; alerts are kept for a year after they end',
  flags: { state: oneOf(ALERT_STATES, 'only alerts in this state'), limit, ...asJson },
  run: ({ json, ...filter }) =>
    onFoundation(async ({ db, clock }) => {
      const alerts = (await listAlerts(db, filter)).map((alert) => ({
        id: alert.id,
        kind: alert.kind,
        state: stateOf(alert),
        since: alert.since ?? alert.openedAt,
        endedAt: alert.endedAt,
        mailedAt: alert.mailedAt,
        acknowledgedAt: alert.acknowledgedAt,
        acknowledgedBy: alert.acknowledgedBy,
        snoozedUntil: alert.snoozedUntil,
        text: attentionText(en, alert, clock()),
      }))
      printList(
        json,
        alerts,
        {
          ID: ({ id }) => id,
          STATE: ({ state }) => state,
          SINCE: ({ since }) => since,
          ENDED: ({ endedAt }) => endedAt,
          MAILED: ({ mailedAt }) => mailedAt,
          'ACKNOWLEDGED BY': ({ acknowledgedBy }) => acknowledgedBy,
          WHAT: ({ text }) => text,
        },
        'no alerts',
      )
    }),
})

const ack = verb({
  summary: 'acknowledge alerts; no further e-mails are sent about them until they end, or for --hours',
  args: ['ID...'],
  flags: {
    hours: whole('N', 'snooze: open the alerts again after this time', { from: 1, to: 24 * LONGEST_SNOOZE_DAYS }),
  },
  async run({ hours }, ...ids) {
    if (!ids.every((id) => /^[1-9]\d{0,14}$/.test(id)))
      throw new UsageError('ID: one or more numbers of "vertice alerts list --state open"')
    await onFoundation(async ({ db }) => {
      const context = commandContext('alerts ack', { db })
      const until = hours === undefined ? null : new Date(context.now.getTime() + hours * HOUR_MS)
      const done = await acknowledge(context, ids.map(Number), until)
      console.log(`${done} acknowledged; ${ids.length - done} not open or already acknowledged`)
    })
  },
})

const listIn = (said: string | undefined) => (said === 'none' ? [] : said?.split(',').map((part) => part.trim()))

const set = verb({
  summary: 'set the recipients, topics and delay of alert e-mails; without options, show the settings',
  more: `Topics: ${ALERT_TOPICS.join(', ')}`,
  flags: {
    to: text('ADDRESS,...|none', 'recipients'),
    mute: text('TOPIC,...|none', 'topics without e-mails'),
    delay: decimal('MINUTES', 'min duration of a problem before an e-mail is sent'),
    quiet: decimal('MINUTES', 'min time between e-mails about the same problem'),
    language: oneOf(['es', 'en'], 'language of the e-mails'),
    'disk-free': decimal('PERCENT', 'alert below this free disk space'),
    'certificate-days': decimal('DAYS', 'alert this many days before a certificate expires'),
    ...asJson,
  },
  async run({ json, to, mute, ...flags }) {
    const given: Record<keyof AlertSettings, unknown> = {
      recipients: listIn(to),
      muted: listIn(mute),
      delayMinutes: flags.delay,
      quietMinutes: flags.quiet,
      language: flags.language,
      diskFreePercent: flags['disk-free'],
      certificateDays: flags['certificate-days'],
    }
    const change = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    await onFoundation(async ({ db }) => {
      const isChange = Object.keys(change).length > 0
      const settings = isChange
        ? await setAlerts(commandContext('alerts set', { db }), change as Partial<AlertSettings>)
        : await readAlertSettings(db)
      const lines = Object.entries(settings).map(
        ([name, value]) => [`${name}:`, Array.isArray(value) ? value.join(', ') || 'none' : value] as const,
      )
      printFacts(json, settings, Object.fromEntries(lines))
    })
  },
})

export const command = group({ list, ack, set })
