import { describe, expect, it } from 'vitest'
import type { AlertKind } from '../../../../src/domain/alerts/alert.ts'
import { type DueRules, dueOf, type Notice } from '../../../../src/domain/alerts/channels/due.ts'
import type { KnownAlert } from '../../../../src/domain/alerts/rule.ts'

const at = (iso: string) => new Date(`2026-11-${iso}Z`)

const rules: DueRules = {
  delayMinutes: 5,
  quietMinutes: 60,
  muted: [],
  quiet: { from: '22:00', to: '07:00', zone: 'UTC' },
  urgentPasses: false,
}
const always: DueRules = { ...rules, quiet: null }

const alert = (id: number, kind: AlertKind, opened: string, ended: string | null = null): KnownAlert => ({
  id,
  kind,
  subject: `station:${id}`,
  openedAt: at(opened),
  seenAt: at(opened),
  endedAt: ended === null ? null : at(ended),
  acknowledgedAt: null,
  // What the recipients of the network were mailed does not matter to a channel.
  mailedAt: at(opened),
  endMailedAt: null,
})

const notices = (...known: Notice[]) => new Map(known.map((notice) => [notice.alertId, notice]))
const due = (known: KnownAlert[], now: string, with_: DueRules = rules, told = notices()) =>
  dueOf(known, told, new Set(), with_, at(now))

describe('without quiet hours', () => {
  it('sends what the channel was not sent, whatever others were sent', () => {
    const down = alert(1, 'station_down', '14T12:00')
    expect(due([down], '14T12:04', always)).toBeNull()
    expect(due([down], '14T12:05', always)).toEqual({ begun: [1], ended: [], missed: [] })
    const told = notices({ alertId: 1, begunAt: at('14T12:05'), endedAt: null })
    expect(due([down], '14T12:30', always, told)).toBeNull()
    const over = alert(1, 'station_down', '14T12:00', '14T13:00')
    expect(due([over], '14T13:05', always, told)).toEqual({ begun: [], ended: [1], missed: [] })
  })

  it('sends an alert again that was reopened after its end was sent', () => {
    const down = alert(1, 'station_down', '14T12:00')
    const told = notices({ alertId: 1, begunAt: at('14T12:05'), endedAt: at('14T12:20') })
    expect(due([down], '14T14:00', always, told)).toEqual({ begun: [1], ended: [], missed: [] })
  })

  it('leaves out muted topics', () => {
    const down = alert(1, 'station_down', '14T12:00')
    expect(due([down], '14T12:30', { ...always, muted: ['station_down'] })).toBeNull()
  })
})

describe('during quiet hours', () => {
  const night = [alert(1, 'station_down', '14T23:00'), alert(2, 'clock_differs', '14T23:00')]

  it('sends nothing', () => {
    expect(due(night, '15T02:00')).toBeNull()
  })

  it('sends critical alerts and their end if the user chose so', () => {
    const urgent = { ...rules, urgentPasses: true }
    expect(due(night, '15T02:00', urgent)).toEqual({ begun: [1], ended: [], missed: [] })
    const over = alert(1, 'station_down', '14T23:00', '15T02:30')
    const told = notices({ alertId: 1, begunAt: at('15T02:00'), endedAt: null })
    expect(due([over], '15T03:00', urgent, told)).toEqual({ begun: [], ended: [1], missed: [] })
  })
})

describe('after quiet hours', () => {
  const past = alert(1, 'station_down', '14T23:00', '15T01:00')
  const short = alert(2, 'station_down', '15T02:00', '15T02:03')
  const lasting = alert(3, 'station_down', '15T03:00')

  it('sends one summary of what lasts and of what is over', () => {
    expect(due([past, short, lasting], '15T06:59')).toBeNull()
    expect(due([past, short, lasting], '15T07:00')).toEqual({ begun: [3], ended: [], missed: [1] })
  })

  it('sends the summary once, also if the clock is set back', () => {
    const told = notices({ alertId: 1, begunAt: at('15T07:00'), endedAt: at('15T07:00') })
    expect(due([past], '15T07:30', rules, told)).toBeNull()
    expect(due([past], '15T06:59', rules, told)).toBeNull()
    expect(due([past], '15T07:00', rules, told)).toBeNull()
    expect(due([past], '16T07:00', rules, told)).toBeNull()
  })

  it('leaves out muted topics, stations in maintenance, and what ended by day', () => {
    expect(due([past], '15T07:00', { ...rules, muted: ['station_down'] })).toBeNull()
    expect(dueOf([past], notices(), new Set(['station:1']), rules, at('15T07:00'))).toBeNull()
    const byDay = alert(1, 'station_down', '14T20:00', '14T20:04')
    expect(due([byDay], '15T07:00')).toBeNull()
  })
})
