import { describe, expect, it } from 'vitest'
import type { Credential } from '../../../src/domain/credentials/credential.ts'
import { NO_BRAND } from '../../../src/domain/delivery/brand.ts'
import { deliveryOf, deliveryStateAt, nextNoticeAt, noticeNow } from '../../../src/domain/delivery/delivery.ts'
import type { Network } from '../../../src/domain/network/network.ts'
import type { Station } from '../../../src/domain/stations/station.ts'

const DAY = 86_400_000
const start = new Date('2026-11-01T06:00:00Z')
const later = (days: number) => new Date(start.getTime() + days * DAY)
const times = (days: number, revokedAt: Date | null = null) => ({ startsAt: start, expiresAt: later(days), revokedAt })
const NOTICES = [7 * DAY, DAY, 0]

describe('the state that a customer sees', () => {
  it('follows the times to the millisecond', () => {
    const month = { ...times(30), suspendedAt: null }
    const justBefore = (time: Date) => new Date(time.getTime() - 1)
    expect(deliveryStateAt(month, justBefore(start))).toBe('scheduled')
    expect(deliveryStateAt(month, start)).toBe('in_force')
    expect(deliveryStateAt(month, justBefore(later(30)))).toBe('in_force')
    expect(deliveryStateAt(month, later(30))).toBe('expired')
    expect(deliveryStateAt({ ...times(30, later(2)), suspendedAt: start }, later(1))).toBe('revoked')
    expect(deliveryStateAt({ ...month, suspendedAt: start }, start)).toBe('suspended')
    expect(deliveryStateAt({ ...month, suspendedAt: start }, later(30))).toBe('expired')
  })
})

describe('the source status that a customer sees', () => {
  const now = later(1)
  const measured = (measuredAt: Date, healthPct = 100) => ({
    measuredAt,
    healthPct,
    latencyMs: 300,
    satellites: 30,
    satellitesByConstellation: {},
    positionOffsetM: 0,
  })
  const station = (more: Partial<Station>) =>
    ({
      id: 1,
      code: 'A',
      name: 'A',
      mountpoint: 'A',
      format: 'RTCM 3.2',
      datum: 'ITRF2008',
      declaredStatus: 'online',
      isRtcm: true,
      archived: false,
      simulated: false,
      health: null,
      ...more,
    }) as Station
  const network = (more: Partial<Network> = {}) =>
    ({
      name: 'Red',
      casterHost: 'h',
      casterPort: 2101,
      mountpoint: 'RED',
      format: 'f',
      datum: 'd',
      upstream: null,
      engineAnswers: false,
      ...more,
    }) as Network
  const credential = { ...times(30), stationId: 1, groupId: null } as Credential
  const source = (of: Station | null, behind: Station[] = [], more: Partial<Network> = {}) =>
    deliveryOf(credential, { password: 'p' }, null, {
      network: network(more),
      station: of,
      activeStations: behind,
      mountpoints: [],
      offered: { network: network(more), networks: [], groups: new Map() },
      ownBrand: NO_BRAND,
      now,
    }).source

  it('is up for a station only if it was measured now', () => {
    expect(source(station({ health: measured(now) }))).toBe('up')
    expect(source(station({ health: measured(now, 80) }))).toBe('poor')
    expect(source(station({ health: measured(new Date(now.getTime() - 61_000)) }))).toBe('down')
    expect(source(station({}))).toBe('not_measured')
    const upstream = { state: 'offered' } as Station['upstream']
    expect(source(station({ upstream, health: measured(now) }))).toBe('up')
    expect(source(station({ upstream, health: measured(new Date(now.getTime() - 61_000)) }))).toBe('not_measured')
    expect(source(station({ declaredStatus: 'offline' }))).toBe('down')
    expect(source(station({ declaredStatus: 'maintenance', health: measured(now) }))).toBe('maintenance')
    expect(source(station({ archived: true, health: measured(now) }))).toBe('down')
  })

  it('is that of the VRS engine for the network, or of its best station', () => {
    const good = station({ health: measured(now) })
    const silent = station({ health: measured(start) })
    expect(source(null, [good], { upstream: 'x', engineAnswers: false })).toBe('poor') // a base serves meanwhile
    expect(source(null, [silent], { upstream: 'x', engineAnswers: false })).toBe('down')
    expect(source(null, [], { upstream: 'x', engineAnswers: true })).toBe('up')
    expect(source(null, [silent, good])).toBe('up')
    expect(source(null, [silent, station({})])).toBe('not_measured')
    expect(source(null, [silent])).toBe('down')
    expect(source(null, [])).toBe('down')
  })
})

describe('expiry notices', () => {
  const next = (days: number, after: Date) => nextNoticeAt(times(days), NOTICES, after)
  const now = (days: number, since: Date, at: Date, revokedAt: Date | null = null) =>
    noticeNow(times(days, revokedAt), NOTICES, since, at)

  it('are due at each configured time before the end that is within the validity, and at the end', () => {
    expect(next(30, start)).toEqual(later(23))
    expect(next(30, later(23))).toEqual(later(29))
    expect(next(30, later(29))).toEqual(later(30))
    expect(next(30, later(30))).toBeNull()
    expect(next(7, start)).toEqual(later(6)) // the validity is not longer than seven days
    expect(next(1, start)).toEqual(later(1))
    expect(nextNoticeAt(times(30), [], start)).toBeNull()
  })

  it('use the notice that is due', () => {
    expect(now(30, later(23), later(23))).toEqual({ before: 7 * DAY })
    expect(now(30, later(29), later(29.1))).toEqual({ before: DAY })
    expect(now(30, later(30), later(30))).toEqual({ before: 0 })
    expect(now(30, later(23), later(22))).toBeNull()
  })

  it('skip missed notices except the last that is still useful', () => {
    expect(now(30, later(23), later(29.5))).toEqual({ before: DAY })
    expect(now(30, later(23), later(31))).toEqual({ before: 0 })
    expect(now(30, later(23), later(34))).toBeNull()
    expect(noticeNow(times(30), [7 * DAY], later(23), later(31))).toBeNull()
  })

  it('are never sent for a revoked credential', () => {
    expect(now(30, later(23), later(23), later(20))).toBeNull()
  })
})
