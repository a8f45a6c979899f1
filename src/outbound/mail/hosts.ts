// Mails to the hosts of stations: confirmation, alerts about their station, and the report of a month.
import { hostLeaveUrl, hostUrl, type StationHost } from '../../domain/alerts/hosts/host.ts'
import { endOf, firstDayOf, monthUptime } from '../../domain/alerts/hosts/month.ts'
import type { AlertMail } from '../../domain/alerts/mail.ts'
import type { Language } from '../../domain/people/user.ts'
import { LOCALES } from '../../domain/text/long-time.ts'
import { localDay, startOfDay, ZONE } from '../../domain/time/local-time.ts'
import { HOUR_MS } from '../../domain/time/units.ts'
import { findHost, listMeasuredDays } from '../../store/alerts/hosts.ts'
import type { Database } from '../../store/kit/database.ts'
import { findStation } from '../../store/stations/rows.ts'
import { type LayOut, timeOf } from './alert.ts'
import type { NotSent, Render } from './send-mails.ts'
import type { Content } from './transport.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import type { NoticeWords } from './words/notices.ts'

export interface HostMailServices {
  readonly db: Database
  readonly baseUrl: string
  readonly layOut: LayOut
}

type Words = NoticeWords['host']
const WORDS: Readonly<Record<Language, Words>> = { es: es.host, en: en.host }

interface Known {
  readonly host: StationHost
  readonly station: { readonly code: string; readonly name: string }
  readonly words: Words
}

const HOST_REMOVED: NotSent = { unwanted: 'host_removed' }

async function knownOf(db: Database, data: unknown): Promise<Known | null> {
  const host = await findHost(db, (data as { hostId: number }).hostId)
  const station = host && (await findStation(db, host.stationId))
  return host && station && { host, station, words: WORDS[host.language] }
}

/** RFC 8058: one-click unsubscribe, in every mail to a host. */
const leaving = (content: Content, baseUrl: string, host: StationHost): Content => ({
  ...content,
  headers: {
    'List-Unsubscribe': `<${hostLeaveUrl(baseUrl, host)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
})

export const hostConfirmMail =
  ({ db, baseUrl, layOut }: HostMailServices): Render =>
  async ({ data }, networkName) => {
    const known = await knownOf(db, data)
    if (!known) return HOST_REMOVED
    const { host, station, words } = known
    const content = layOut(host.language, networkName, words.confirmSubject(station.code), [
      { say: words.hello(host.name) },
      { say: words.confirm(networkName, `${station.code} · ${station.name}`) },
      { link: hostUrl(baseUrl, host), name: words.confirmButton },
      { say: words.ignore, small: true },
    ])
    return leaving(content, baseUrl, host)
  }

export const hostAlertMail =
  ({ db, baseUrl, layOut }: HostMailServices): Render =>
  async ({ data }, networkName) => {
    const known = await knownOf(db, data)
    if (!known) return HOST_REMOVED
    const { host, station, words } = known
    const { begun, ended } = data as Pick<AlertMail, 'begun' | 'ended'>
    const isDown = begun.length > 0
    const [first] = isDown ? begun : ended
    const facts = [
      { name: words.since, value: timeOf(first!.since, host.language) },
      ...(isDown || !first!.endedAt ? [] : [{ name: words.until, value: timeOf(first!.endedAt, host.language) }]),
    ]
    const mark = first!.simulated ? ` (${words.simulated})` : ''
    const content = layOut(host.language, networkName, `${(isDown ? words.down : words.back)(station.code)}${mark}`, [
      { say: words.hello(host.name) },
      { say: (isDown ? words.downText : words.backText)(`${station.code} · ${station.name}`) },
      { facts },
      ...(isDown ? [{ say: words.check }] : []),
      { link: hostUrl(baseUrl, host), name: words.open },
      { say: words.why, small: true },
    ])
    return leaving(content, baseUrl, host)
  }

export const hostMonthMail =
  ({ db, baseUrl, layOut }: HostMailServices): Render =>
  async ({ data }, networkName) => {
    const known = await knownOf(db, data)
    if (!known) return HOST_REMOVED
    const { host, station, words } = known
    const { month } = data as { month: string }
    const days = await listMeasuredDays(db, host.stationId, firstDayOf(month), localDay(endOf(month)))
    const uptime = monthUptime(month, days)
    if (!uptime) return { unwanted: 'nothing_measured' }
    const hours = (minutes: number) => words.duration(Math.floor(minutes / 60), minutes % 60)
    const named = monthName(month, host.language)
    const content = layOut(host.language, networkName, words.monthSubject(station.code, named), [
      { say: words.hello(host.name) },
      { say: words.monthText(`${station.code} · ${station.name}`, named) },
      {
        facts: [
          { name: words.uptime, value: `${uptime.uptimePct} %` },
          { name: words.offline, value: hours(uptime.minutesDown) },
          { name: words.outageDays, value: String(uptime.daysWithOutage) },
          { name: words.unmeasured, value: hours(uptime.minutesUnknown) },
        ],
      },
      { link: hostUrl(baseUrl, host), name: words.open },
      { say: words.why, small: true },
    ])
    return leaving(content, baseUrl, host)
  }

/** Noon of the first day, which is in this month in every zone near ours. */
const monthName = (month: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { timeZone: ZONE, month: 'long', year: 'numeric' }).format(
    new Date(startOfDay(firstDayOf(month)).getTime() + 12 * HOUR_MS),
  )
