// The start, end and mails of alerts: examples of the rule, and properties for any sequence of conditions.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALERT_KINDS, type AlertKind, type Condition, conditionsIn } from '../../../src/domain/alerts/alert.ts'
import { machineAttention } from '../../../src/domain/alerts/machine.ts'
import { changesOf, type KnownAlert, mailingOf } from '../../../src/domain/alerts/rule.ts'
import { type AlertSettings, alertSettingsFaults } from '../../../src/domain/alerts/settings.ts'
import { attention } from '../../../src/domain/network/overview/attention.ts'

const START = Date.parse('2026-11-14T18:00:00.000Z')
const MINUTE = 60_000
const at = (minutes: number) => new Date(START + minutes * MINUTE)

const SETTINGS: AlertSettings = {
  recipients: ['guardia@example.mx'],
  muted: [],
  delayMinutes: 5,
  quietMinutes: 60,
  language: 'es',
  diskFreePercent: 10,
  certificateDays: 14,
}

const condition = (kind: AlertKind, id: number): Condition => ({
  kind,
  subject: `station:${id}`,
  id,
  name: `S${id}`,
  params: null,
  since: null,
  simulated: false,
})

type Kept = { -readonly [Name in keyof KnownAlert]: KnownAlert[Name] }

/** The stored alerts and the mails sent. Each `look` is one transaction, of any node. */
class Desk {
  readonly alerts: Kept[] = []
  readonly mails: { at: Date; begun: string[]; ended: string[] }[] = []
  readonly setAside = new Set<string>()
  readonly settings: AlertSettings

  constructor(settings: Partial<AlertSettings> = {}) {
    this.settings = { ...SETTINGS, ...settings }
  }

  look(now: Date, ...conditions: readonly Condition[]): void {
    const { begin, goOn, end } = changesOf(conditions, this.alerts, this.settings, now)
    for (const id of end) this.#of(id).endedAt = now
    for (const { kind, subject } of begin)
      this.alerts.push({
        id: this.alerts.length + 1,
        ...{ kind, subject, openedAt: now, seenAt: now },
        ...{ endedAt: null, acknowledgedAt: null, mailedAt: null, endMailedAt: null },
      })
    for (const { id, openedAt } of goOn) Object.assign(this.#of(id), { endedAt: null, seenAt: now, openedAt })
    const mailing = mailingOf(this.alerts, this.setAside, this.settings, now)
    if (!mailing) return
    const named = (ids: readonly number[]) => ids.map((id) => `${this.#of(id).kind} ${this.#of(id).subject}`)
    this.mails.push({ at: now, begun: named(mailing.begun), ended: named(mailing.ended) })
    for (const id of mailing.begun) this.#of(id).mailedAt = now
    for (const id of mailing.ended) this.#of(id).endMailedAt = now
  }

  /** Looks every half minute of `[from, to)`, in minutes. */
  during(from: number, to: number, ...conditions: readonly Condition[]): void {
    for (let minute = from; minute < to; minute += 0.5) this.look(at(minute), ...conditions)
  }

  acknowledge(now: Date): void {
    for (const alert of this.alerts) if (alert.endedAt === null) alert.acknowledgedAt = now
  }

  #of(id: number): Kept {
    return this.alerts.find((alert) => alert.id === id)!
  }

  /** For example "5: station_down station:1". */
  get told(): string[] {
    return this.mails.map(
      ({ at, begun, ended }) =>
        `${(at.getTime() - START) / MINUTE}: ${[...begun, ...ended.map((one) => `end of ${one}`)].join(', ')}`,
    )
  }
}

const down = condition('station_down', 1)
const degraded = condition('station_degraded', 1)

describe('alert mails', () => {
  it('are sent only for lasting conditions, and again once these have been over as long', () => {
    const desk = new Desk()
    desk.during(0, 4, down)
    desk.during(4, 20)
    expect(desk.told).toEqual([])
    desk.during(20, 30, down)
    desk.during(30, 40)
    expect(desk.told).toEqual(['25: station_down station:1', '35: end of station_down station:1'])
  })

  it('report a flapping station as one alert, until it has been stable for a while', () => {
    const desk = new Desk()
    for (let minute = 0; minute < 60; minute += 2) {
      desk.during(minute, minute + 1, down)
      desk.during(minute + 1, minute + 2)
    }
    expect(desk.alerts).toHaveLength(1)
    expect(desk.told).toEqual(['6: station_down station:1'])
    desk.during(60, 70)
    expect(desk.told).toEqual(['6: station_down station:1', '64: end of station_down station:1'])
  })

  it('report a station that fails every 15 minutes once an hour, with its final state', () => {
    const desk = new Desk()
    for (let minute = 0; minute < 120; minute += 16) {
      desk.during(minute, minute + 7, down)
      desk.during(minute + 7, minute + 16)
    }
    desk.during(128, 300, down)
    const begun = desk.mails.filter(({ begun }) => begun.length > 0).map(({ at }) => (at.getTime() - START) / MINUTE)
    expect(begun).toEqual([5, 69, 133])
    expect(desk.mails.at(-1)!.begun).toEqual(['station_down station:1'])
  })

  it('report graver conditions within the quiet time, milder ones not', () => {
    const desk = new Desk()
    desk.during(0, 10, degraded)
    desk.during(10, 20, down)
    desk.during(20, 40, degraded)
    expect(desk.told).toEqual(['5: station_degraded station:1', '15: station_down station:1'])
    // What persists is reported then; the end of "down" only once the station is well.
    desk.during(40, 80, degraded)
    desk.during(80, 90)
    expect(desk.told.slice(2)).toEqual([
      '75: station_degraded station:1',
      '85: end of station_degraded station:1, end of station_down station:1, end of station_degraded station:1',
    ])
  })

  it('combine a storm into one mail, and its end into another', () => {
    const desk = new Desk()
    const stations = Array.from({ length: 200 }, (_, id) => condition('station_down', id))
    desk.look(at(0), ...stations.slice(0, 50))
    desk.look(at(1), ...stations.slice(0, 150))
    desk.during(2, 20, ...stations)
    expect(desk.mails.map(({ begun }) => begun.length)).toEqual([200])
    desk.during(20, 22, ...stations.slice(0, 100))
    desk.during(22, 40)
    expect(desk.mails.map(({ begun, ended }) => begun.length + ended.length)).toEqual([200, 200])
  })

  it('stop for an acknowledged alert until it ends; a new alert is mailed', () => {
    const desk = new Desk()
    desk.during(0, 2, down)
    desk.acknowledge(at(2))
    desk.during(2, 100, down)
    desk.during(100, 110)
    expect(desk.told).toEqual([])
    desk.during(110, 120, down)
    expect(desk.told).toEqual(['115: station_down station:1'])
  })

  it('report no recovery when a station enters maintenance, only when it is back', () => {
    const desk = new Desk()
    desk.during(0, 10, down)
    desk.setAside.add('station:1')
    desk.during(10, 60)
    expect(desk.mails).toHaveLength(1)
    desk.setAside.clear()
    desk.during(60, 62)
    expect(desk.told.at(-1)).toBe('60: end of station_down station:1')
  })

  it('omit muted kinds', () => {
    const desk = new Desk({ muted: ['station_down'] })
    desk.during(0, 30, down, condition('wrong_time', 2))
    expect(desk.told).toEqual(['5: wrong_time station:2'])
  })

  it('repeat nothing after the clock was set back', () => {
    const desk = new Desk()
    desk.during(600, 606, down)
    desk.during(0, 30, down)
    expect(desk.mails).toHaveLength(1)
    const late = new Desk()
    late.look(at(600), down)
    late.during(0, 30, down)
    expect(late.told).toEqual(['5: station_down station:1'])
  })

  it('depend on stored state only: a restarted node continues', () => {
    const desk = new Desk()
    desk.during(0, 3, down)
    desk.during(63, 70, down) // no node looked for an hour
    expect(desk.told).toEqual(['63: station_down station:1'])
  })
})

describe('for any sequence of conditions', () => {
  const kinds: AlertKind[] = ['station_down', 'station_degraded', 'station_moved', 'wrong_time']
  const some = fc.subarray(kinds.flatMap((kind) => [1, 2, 3].map((id) => condition(kind, id))))
  const story = fc.array(
    fc.record({
      minutes: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 12 }) }, fc.integer({ min: -90, max: 90 })),
      conditions: some,
      acknowledges: fc.boolean(),
    }),
    { maxLength: 120 },
  )

  it('there is one open alert each, mailed once, not if acknowledged, and not too often', () => {
    fc.assert(
      fc.property(story, fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 90 }), (steps, delay, quiet) => {
        const desk = new Desk({ delayMinutes: delay, quietMinutes: quiet })
        let minute = 0
        let hasGoneBack = false
        for (const { minutes, conditions, acknowledges } of steps) {
          minute += minutes
          hasGoneBack ||= minutes < 0
          desk.look(at(minute), ...conditions)
          // A second node at the same time adds nothing.
          const before = desk.mails.length
          desk.look(at(minute), ...conditions)
          expect(desk.mails.length).toBe(before)
          if (acknowledges) desk.acknowledge(at(minute))
          const open = desk.alerts.filter(({ endedAt }) => endedAt === null)
          expect(open.map(({ kind, subject }) => `${kind} ${subject}`).sort()).toEqual(
            conditions.map(({ kind, subject }) => `${kind} ${subject}`).sort(),
          )
        }
        for (const { mailedAt, endMailedAt, openedAt } of desk.alerts) {
          if (endMailedAt !== null) expect(mailedAt).not.toBeNull()
          if (mailedAt !== null && !hasGoneBack)
            expect(mailedAt.getTime() - openedAt.getTime()).toBeGreaterThanOrEqual((delay * MINUTE) / 2)
        }
        if (hasGoneBack) return
        // With a steady clock, mails are at least the delay apart, and each condition is reported once per quiet time
        // unless it becomes graver.
        const times = desk.mails.map((mail) => mail.at.getTime())
        for (const [place, time] of times.slice(1).entries())
          expect(time - times[place]!).toBeGreaterThanOrEqual(Math.max(delay, 1) * MINUTE)
        for (const one of [1, 2, 3].flatMap((id) => kinds.map((kind) => `${kind} station:${id}`))) {
          const told = desk.mails.filter(({ begun }) => begun.includes(one)).map((mail) => mail.at.getTime())
          for (const [place, time] of told.slice(1).entries())
            expect(time - told[place]!).toBeGreaterThanOrEqual(quiet * MINUTE)
        }
      }),
      { numRuns: 150 },
    )
  })
})

describe('the conditions that raise an alert', () => {
  it('are the urgent ones, by their subject', () => {
    const found = conditionsIn([
      attention('no_stations'),
      attention('station_down', { id: 7, name: 'LEON' }),
      attention('webhook_failing', { id: 7, name: 'example.mx' }),
      attention('mails_failed', { name: '3' }),
      attention('disk_full', { name: 'a:/data' }),
      attention('disk_full', { name: 'b:/data' }),
    ])
    expect(found.map(({ subject }) => subject)).toEqual([
      'station:7',
      'webhook:7',
      'mails_failed',
      'disk_full:a:/data',
      'disk_full:b:/data',
    ])
    expect(ALERT_KINDS).not.toContain('station_never_measured')
  })

  it.each([
    [9.9, true],
    [10, false],
  ])('include a disk with %d percent free: %s', (percent, isTold) => {
    const figures = { freeBytes: percent * 1e9, totalBytes: 100e9 }
    const found = machineAttention({ machine: 'rtk', kind: 'disk', path: '/data', figures }, SETTINGS, at(0))
    expect(found?.kind).toBe(isTold ? 'disk_full' : undefined)
  })

  it.each([
    [13, true],
    [-1, true],
    [14, false],
  ])('include a certificate that ends in %d days: %s', (days, isTold) => {
    const figures = { endsAt: at(days * 1_440).toISOString() }
    const found = machineAttention({ machine: 'rtk', kind: 'certificate', path: 'c.pem', figures }, SETTINGS, at(0))
    expect(found?.kind).toBe(isTold ? 'certificate_ending' : undefined)
  })

  it('are configured by settings that are validated field by field', () => {
    const faults = alertSettingsFaults({
      recipients: ['a@example.mx', 'nobody', 'A@example.mx'],
      delayMinutes: -1,
      quietMinutes: 1.5,
      certificateDays: 91,
      diskFreePercent: 0,
    })
    expect(faults.map(({ path, code }) => `${path.join('.')} ${code}`)).toEqual([
      'recipients.1 wrong_format',
      'recipients not_unique',
      'delayMinutes not_whole_number',
      'quietMinutes not_whole_number',
      'diskFreePercent not_whole_number',
      'certificateDays not_whole_number',
    ])
  })
})
