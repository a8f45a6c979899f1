// Notifies operators of new and ended alerts, in one mail.

import { type AlertKind, severityOf } from '../../domain/alerts/alert.ts'
import type { AlertMail, ReportedAlert } from '../../domain/alerts/mail.ts'
import type { Part } from '../../domain/delivery/mail/layout.ts'
import type { Language } from '../../domain/people/user.ts'
import { LOCALES } from '../../domain/text/long-time.ts'
import { ZONE } from '../../domain/time/local-time.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { attentionText } from '../../words/attention.ts'
import { en as codesEn } from '../../words/en.ts'
import { es as codesEs } from '../../words/es.ts'
import type { Words } from '../../words/words.ts'
import type { Render } from './send-mails.ts'
import type { Content } from './transport.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import type { NoticeWords } from './words/notices.ts'

/** Shared layout of all mails; injected by `start/`. */
export type LayOut = (language: Language, networkName: string, subject: string, parts: readonly Part[]) => Content

const WORDS: Readonly<Record<Language, { readonly alert: NoticeWords['alert']; readonly codes: Words }>> = {
  es: { alert: es.alert, codes: codesEs },
  en: { alert: en.alert, codes: codesEn },
}
const TESTS: Readonly<Record<Language, NoticeWords['channelTest']>> = { es: es.channelTest, en: en.channelTest }
const format = (language: Language) =>
  new Intl.DateTimeFormat(LOCALES[language], {
    ...{ timeZone: ZONE, day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  })
const FORMATS: Readonly<Record<Language, Intl.DateTimeFormat>> = { es: format('es'), en: format('en') }
/** Max lines per mail; the console shows all alerts. */
const MOST_LINES = 60
const ORDER = { critical: 0, warning: 1, note: 2 }

export interface AlertLetter {
  readonly subject: string
  readonly parts: readonly Part[]
}

export const alertMail =
  (layOut: LayOut, baseUrl: string): Render =>
  ({ data }, networkName) => {
    const mail = data as AlertMail
    const { subject, parts } = alertLetter(mail, baseUrl)
    const { why, whyOwn } = WORDS[mail.language].alert
    return layOut(mail.language, networkName, subject, [...parts, { say: mail.own ? whyOwn : why, small: true }])
  }

/** Tests an e-mail channel. */
export const channelTestMail =
  (layOut: LayOut): Render =>
  ({ data }, networkName) => {
    const { language } = data as { language: Language }
    const { subject, text } = TESTS[language]
    return layOut(language, networkName, subject, [{ say: text }])
  }

/** The text of a mail or a chat message. */
export function alertLetter({ language, at, begun, ended, missed = [] }: AlertMail, baseUrl: string): AlertLetter {
  const { alert: words, codes } = WORDS[language]
  const now = new Date(at)
  const marked = (text: string, { simulated }: ReportedAlert) => (simulated ? `${text} (${words.simulated})` : text)
  const told = (alert: ReportedAlert) => attentionText(codes, alert, now)
  const needs = (alert: ReportedAlert) =>
    marked(alert.times > 1 ? `${told(alert)} (${words.times(alert.times)})` : told(alert), alert)
  const over = (alert: ReportedAlert) =>
    marked(isBack(alert) ? words.back(alert.name ?? '') : words.ended(told(alert)), alert)
  const ordered = begun.toSorted((one, other) => rank(one.kind) - rank(other.kind))
  const lasting = (alert: ReportedAlert) => `${timeOf(alert.since, language)}, ${lasted(words, alert)}`
  return {
    subject: subject(words, codes, { begun: ordered, ended, missed }, now),
    parts: [
      ...section(words.needs(begun.length), ordered, needs, ({ since }) => timeOf(since, language)),
      ...section(words.over(ended.length), ended, over, (alert) => lasted(words, alert)),
      ...section(words.missed(missed.length), missed, needs, lasting),
      ...links(words, baseUrl, [begun, ended, missed].find((alerts) => alerts.length > 0) ?? []),
    ],
  }

  function section(
    title: string,
    alerts: readonly ReportedAlert[],
    say: (alert: ReportedAlert) => string,
    when: (alert: ReportedAlert) => string,
  ): Part[] {
    if (alerts.length === 0) return []
    const shown = alerts.slice(0, MOST_LINES)
    const more = alerts.length - shown.length
    return [
      { say: title, strong: true },
      { facts: shown.map((alert) => ({ name: when(alert), value: say(alert) })) },
      ...(more > 0 ? [{ say: words.more(more) }] : []),
    ]
  }
}

/** The end of these alerts is reported as the station being back. */
const isBack = ({ kind }: ReportedAlert) => kind === 'station_down' || kind === 'no_observations'

const rank = (kind: AlertKind) => ORDER[severityOf(kind)]

function subject(
  words: NoticeWords['alert'],
  codes: Words,
  { begun, ended, missed }: Required<Pick<AlertMail, 'begun' | 'ended' | 'missed'>>,
  now: Date,
): string {
  const [first] = begun.length > 0 ? begun : ended
  if (!first) return words.missed(missed.length)
  const told = attentionText(codes, first, now).replace(/\.$/, '')
  if (begun.length + ended.length === 1)
    return begun.length === 1
      ? told
      : isBack(first)
        ? words.back(first.name ?? '').replace(/\.$/, '')
        : words.ended(told)
  if (begun.length === 0) return words.over(ended.length)
  return begun.length === 1 ? told : words.needs(begun.length)
}

/** Link to the subject if all alerts share one, otherwise to the list of alerts. */
function links(words: NoticeWords['alert'], baseUrl: string, alerts: readonly ReportedAlert[]): Part[] {
  const [only] = alerts
  const isOne = new Set(alerts.map(({ subjectId, kind }) => `${kind.startsWith('webhook')} ${subjectId}`)).size === 1
  if (!isOne || only?.subjectId == null) return [{ link: `${baseUrl}/console/alerts`, name: words.open }]
  const path = only.kind.startsWith('webhook') ? `platform/webhooks/${only.subjectId}` : `stations/${only.subjectId}`
  return [{ link: `${baseUrl}/console/${path}`, name: words.openOne(only.name ?? '') }]
}

export const timeOf = (iso: string, language: Language) => FORMATS[language].format(new Date(iso))

function lasted(words: NoticeWords['alert'], { since, endedAt }: ReportedAlert): string {
  const ms = Date.parse(endedAt ?? since) - Date.parse(since)
  return words.lasted(Math.max(1, Math.round(ms / MINUTE_MS)))
}
