// The demo's initial credentials: two months of sales, so that there are some in every state, and a few that expire
// while the demo runs.

import type { CredentialRequest } from '../../domain/credentials/request.ts'
import { localDay, startOfDay } from '../../domain/time/local-time.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/time/units.ts'
import { STATIONS } from '../network/stations.ts'
import { between, fraction, scramble } from '../simulator/random.ts'
import { customerOf } from './customers.ts'
import type { Seller } from './organizations.ts'

export interface PlannedCredential {
  readonly seller: Seller
  readonly request: CredentialRequest
  readonly issuedAt: Date
  readonly revokedAt: Date | null
}

const SOLD = 300
const DAYS = 60
const VALIDITY_DAYS = [1, 1, 3, 7, 7, 15, 30, 30, 30, 90, 180, 365]
const OFFICE_HOURS = [7, 19] as const

/** Credentials that expire soon after the start, one after another. */
const ENDING = 12
const FIRST_END_MS = 45_000
const NEXT_END_MS = 2 * MINUTE_MS

/** Sorted by time. */
export function planCredentials(now: Date, seed = 1): PlannedCredential[] {
  const sold = Array.from({ length: SOLD }, (_, index) => soldOne(now, scramble(seed, index)))
  const ending = Array.from({ length: ENDING }, (_, index) => endingOne(now, index, scramble(seed, SOLD + index)))
  return [...sold, ...ending].sort((a, b) => a.issuedAt.getTime() - b.issuedAt.getTime())
}

function soldOne(now: Date, chance: number): PlannedCredential {
  const issuedAt = officeTime(now, chance)
  const days = VALIDITY_DAYS[Math.floor(between(0, VALIDITY_DAYS.length, chance, 1))]!
  const isAhead = fraction(chance, 2) < 0.2
  const startMs = issuedAt.getTime() + (isAhead ? between(1, 90, chance, 3) * DAY_MS : 0)
  const endMs = Math.min(startMs + days * DAY_MS, now.getTime())
  const revokedMs = between(issuedAt.getTime(), endMs, chance, 4)
  return {
    seller: sellerOf(chance),
    request: requestOf(chance, days * 86_400, isAhead ? new Date(startMs).toISOString() : undefined),
    issuedAt,
    // Revoked at least a minute before the end, because an expired credential cannot be revoked.
    revokedAt: fraction(chance, 5) < 0.1 && endMs - revokedMs > MINUTE_MS ? new Date(Math.floor(revokedMs)) : null,
  }
}

function endingOne(now: Date, index: number, chance: number): PlannedCredential {
  const endsMs = now.getTime() + FIRST_END_MS + index * NEXT_END_MS
  const issuedAt = new Date(endsMs - HOUR_MS)
  return { seller: sellerOf(chance), request: requestOf(chance, 3_600, undefined), issuedAt, revokedAt: null }
}

function sellerOf(chance: number): Seller {
  const share = fraction(chance, 10)
  return share < 0.5 ? 'operator' : share < 0.8 ? 'survey' : 'farm'
}

function officeTime(now: Date, chance: number): Date {
  const day = startOfDay(localDay(new Date(now.getTime() - between(1, DAYS, chance, 6) * DAY_MS)))
  return new Date(Math.floor(day.getTime() + between(...OFFICE_HOURS, chance, 7) * HOUR_MS))
}

function requestOf(chance: number, validitySeconds: number, startsAt: string | undefined): CredentialRequest {
  const isBase = fraction(chance, 8) < 0.6
  const station = STATIONS[Math.floor(between(0, STATIONS.length, chance, 9))]!
  return {
    validitySeconds,
    startsAt,
    stationId: undefined,
    stationCode: isBase ? station.code : undefined,
    sendEmail: false,
    ...customerOf(chance),
  }
}
