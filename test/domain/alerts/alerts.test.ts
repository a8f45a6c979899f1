// When alerts begin and end and when people are written to: examples of the rule, and what holds whatever happens.
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

/** What the database keeps, and what was mailed. Each look is one transaction, whichever node makes it. */
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

  /** Every half minute of `[from, to)`, in minutes. */
  during(from: number, to: number, ...conditions: readonly Condition[]): void {
    for (let minute = from; minute < to; minute += 0.5) this.look(at(minute), ...conditions)
  }

  acknowledge(now: Date): void {
    for (const alert of this.alerts) if (alert.endedAt === null) alert.acknowledgedAt = now
  }

  #of(id: number): Kept {
    return this.alerts.find((alert) => alert.id === id)!
  }

  /** "5 down 1", "20 up 1". */
  get told(): string[] {
    return this.mails.map(
      ({ at, begun, ended }) =>
        `${(at.getTime() - START) / MINUTE}: ${[...begun, ...ended.map((one) => `end of ${one}`)].join(', ')}`,
    )
  }
}

const down = condition('station_down', 1)
const degraded = condition('station_degraded', 1)

describe('when people are written to', () => {
  it('only of what lasts, and again when it is over for as long', () => {
    const desk = new Desk()
    desk.during(0, 4, down)
    desk.during(4, 20)
    expect(desk.told).toEqual([])
    desk.during(20, 30, down)
    desk.during(30, 40)
    expect(desk.told).toEqual(['25: station_down station:1', '35: end of station_down station:1'])
  })

  it('a station that comes and goes is one alert and one mail, until it has been well for a while', () => {
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

  it('a station that is down every quarter of an hour is told of once an hour, and what it is in the end', () => {
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

  it('what is graver is told within the quiet time, what is lighter is not', () => {
    const desk = new Desk()
    desk.during(0, 10, degraded)
    desk.during(10, 20, down)
    desk.during(20, 40, degraded)
    expect(desk.told).toEqual(['5: station_degraded station:1', '15: station_down station:1'])
    // What is still so after it is told then; and that it is not down any more, only once all is well.
    desk.during(40, 80, degraded)
    desk.during(80, 90)
    expect(desk.told.slice(2)).toEqual([
      '75: station_degraded station:1',
      '85: end of station_degraded station:1, end of station_down station:1, end of station_degraded station:1',
    ])
  })

  it('a storm is one mail, and its end another', () => {
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

  it('an acknowledged alert stays quiet until it ends; a new one is new', () => {
    const desk = new Desk()
    desk.during(0, 2, down)
    desk.acknowledge(at(2))
    desk.during(2, 100, down)
    desk.during(100, 110)
    expect(desk.told).toEqual([])
    desk.during(110, 120, down)
    expect(desk.told).toEqual(['115: station_down station:1'])
  })

  it('a station that is taken into maintenance is no good news, and told of when it is back', () => {
    const desk = new Desk()
    desk.during(0, 10, down)
    desk.setAside.add('station:1')
    desk.during(10, 60)
    expect(desk.mails).toHaveLength(1)
    desk.setAside.clear()
    desk.during(60, 62)
    expect(desk.told.at(-1)).toBe('60: end of station_down station:1')
  })

  it('not of what nobody wants to hear; and as soon as somebody does', () => {
    const desk = new Desk({ muted: ['station_down'] })
    desk.during(0, 30, down, condition('wrong_time', 2))
    expect(desk.told).toEqual(['5: wrong_time station:2'])
  })

  it('goes on after a clock was set back, without a word twice', () => {
    const desk = new Desk()
    desk.during(600, 606, down)
    desk.during(0, 30, down)
    expect(desk.mails).toHaveLength(1)
    const late = new Desk()
    late.look(at(600), down)
    late.during(0, 30, down)
    expect(late.told).toEqual(['5: station_down station:1'])
  })

  it('remembers nothing but what is kept: a node that was started again goes on as before', () => {
    const desk = new Desk()
    desk.during(0, 3, down)
    desk.during(63, 70, down) // nobody looked for an hour
    expect(desk.told).toEqual(['63: station_down station:1'])
  })
})

describe('whatever happens', () => {
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

  it('one open alert each, each told once, none that is acknowledged, none too often', () => {
    fc.assert(
      fc.property(story, fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 90 }), (steps, delay, quiet) => {
        const desk = new Desk({ delayMinutes: delay, quietMinutes: quiet })
        let minute = 0
        let hasGoneBack = false
        for (const { minutes, conditions, acknowledges } of steps) {
          minute += minutes
          hasGoneBack ||= minutes < 0
          desk.look(at(minute), ...conditions)
          // Two nodes at the same moment, one after the other: the second has nothing to add.
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
        // Time went on: then no mail follows another within the delay, and a thing is told of once in the quiet time, graver things apart.
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

describe('what is an alert', () => {
  it('what needs somebody soon, by what it is about', () => {
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
  ])('a disk of which %d percent is free: %s', (percent, isTold) => {
    const figures = { freeBytes: percent * 1e9, totalBytes: 100e9 }
    const found = machineAttention({ machine: 'rtk', kind: 'disk', path: '/data', figures }, SETTINGS, at(0))
    expect(found?.kind).toBe(isTold ? 'disk_full' : undefined)
  })

  it.each([
    [13, true],
    [-1, true],
    [14, false],
  ])('a certificate that ends in %d days: %s', (days, isTold) => {
    const figures = { endsAt: at(days * 1_440).toISOString() }
    const found = machineAttention({ machine: 'rtk', kind: 'certificate', path: 'c.pem', figures }, SETTINGS, at(0))
    expect(found?.kind).toBe(isTold ? 'certificate_ending' : undefined)
  })

  it('settings that make no sense are refused, each by its field', () => {
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
