// "Why can't I connect?": turns a credential's times, last attempts and sessions into findings, most important first.
// src/words/ has the sentences.
import type { RefusalReason } from '../sessions/admission.ts'
import { noDataReason } from '../sessions/no-data.ts'
import type { EndReason, SessionNote } from '../sessions/session.ts'
import { fixedPctOf, type SessionQuality, sessionQualityOf } from '../sessions/session-quality.ts'
import { type CredentialTimes, type Pausable, stateAt } from './credential.ts'
import { type Geofence, outsideKm } from './geofence.ts'

export interface AccessFacts {
  readonly username: string
  /** `null` if no credential has this user name. */
  readonly credential:
    | (CredentialTimes &
        Pausable & {
          readonly maxSessions: number
          readonly whenFull: string
          readonly isTest: boolean
          readonly geofence: Geofence | null
        })
    | null
  /** Mountpoint that the credential opens; `null` if its station is archived or its group was deleted. */
  readonly mountpoint: string | null
  /**
   * Group with its number of active stations; `gone` if the group was deleted, `null` if the credential has no group.
   */
  readonly group: { readonly name: string; readonly stations: number } | 'gone' | null
  /** Whether this is a network mountpoint; a rover outside its geofence receives nothing there. */
  readonly isNetwork: (mountpoint: string) => boolean
  /** Newest first. */
  readonly refusals: readonly {
    readonly reason: RefusalReason
    readonly lastAt: Date
    readonly times: number
    readonly mountpoint: string
    readonly address: string
  }[]
  /** Newest first. */
  readonly sessions: readonly (SessionQuality & {
    readonly startedAt: Date
    readonly endedAt: Date | null
    readonly endReason: EndReason | null
    readonly mountpoint: string
    readonly lat: number | null
    readonly lng: number | null
    readonly positionAt: Date | null
    readonly address: string
    readonly bytes: number
    readonly positions: number
    readonly fixedPositions: number
    readonly notes: readonly SessionNote[]
  })[]
}

/** `Time` is `Date` on the server and an ISO string in the browser. */
export type Finding<Time = Date> =
  | { readonly kind: 'unknown_user' }
  | { readonly kind: 'email_as_user' }
  | { readonly kind: 'test_credential' }
  | { readonly kind: 'revoked'; readonly at: Time }
  | { readonly kind: 'expired'; readonly at: Time }
  | { readonly kind: 'suspended'; readonly at: Time }
  | { readonly kind: 'not_started'; readonly at: Time }
  | { readonly kind: 'station_archived' }
  | { readonly kind: 'group_gone' }
  | { readonly kind: 'in_force'; readonly until: Time; readonly mountpoint: string }
  | { readonly kind: 'opens_group'; readonly name: string; readonly stations: number }
  | { readonly kind: 'connected'; readonly address: string; readonly since: Time; readonly bytes: number }
  /** About the newest session. */
  | { readonly kind: 'let_in_from_memory'; readonly at: Time }
  | { readonly kind: 'noted'; readonly note: SessionNote<Time> }
  | {
      readonly kind: 'refused'
      readonly reason: RefusalReason
      readonly at: Time
      readonly times: number
      readonly address: string
      readonly asked: string
      readonly opens: string | null
    }
  | {
      readonly kind: 'ended'
      readonly reason: EndReason
      readonly from: Time
      readonly to: Time
      readonly bytes: number
      readonly note: SessionNote<Time> | null
    }
  /** Last position of the newest session. */
  | { readonly kind: 'outside_fence' | 'outside_fence_served'; readonly km: number; readonly at: Time }
  | { readonly kind: 'felt'; readonly felt: SessionQuality; readonly fixedPct: number | null }
  | { readonly kind: 'never_seen' }

export function findingsOf(facts: AccessFacts, now: Date): Finding[] {
  const { credential, sessions, refusals, mountpoint: opens } = facts
  const [newest] = sessions
  const attempt = refusedSince(newest, refusals[0])
  const state = stateOf(facts, now)
  const findings: Finding[] = [state]
  if (state.kind === 'in_force' && facts.group !== null && facts.group !== 'gone')
    findings.push({ kind: 'opens_group', ...facts.group })
  if (newest && newest.endedAt === null) {
    const { address, startedAt: since, bytes, notes } = newest
    findings.push({ kind: 'connected', address, since, bytes })
    const note = notes.at(-1)
    if (note) findings.push({ kind: 'noted', note })
  }
  if (attempt) {
    const { reason, lastAt: at, times, address, mountpoint: asked } = attempt
    findings.push({ kind: 'refused', reason, at, times, address, asked, opens })
  }
  if (newest?.endedAt) {
    const { startedAt: from, endedAt: to, endReason, bytes, notes } = newest
    const unnoted = notes.length === 0 && noDataReason(newest, facts.isNetwork)
    const note = unnoted ? { ...unnoted, at: to } : (notes.at(-1) ?? null)
    findings.push({ kind: 'ended', reason: endReason ?? 'node_lost', from, to, bytes, note })
  }
  const outside = newest && credential?.geofence && outsideOf(credential.geofence, newest, facts.isNetwork)
  if (outside) findings.push(outside)
  const fromMemory = newest?.notes.find(({ code }) => code === 'from_memory')
  if (fromMemory && fromMemory !== newest?.notes.at(-1))
    findings.push({ kind: 'let_in_from_memory', at: fromMemory.at })
  if (newest && hasQuality(newest))
    findings.push({ kind: 'felt', felt: sessionQualityOf(newest), fixedPct: fixedPctOf(newest) })
  if (credential && !newest && refusals.length === 0) findings.push({ kind: 'never_seen' })
  return findings
}

function outsideOf(
  geofence: Geofence,
  session: AccessFacts['sessions'][number],
  isNetwork: AccessFacts['isNetwork'],
): Finding | null {
  const { lat, lng, positionAt: at, mountpoint } = session
  if (lat === null || lng === null || at === null) return null
  const km = outsideKm(geofence, { lat, lng })
  if (km === 0) return null
  const served = geofence.onBase === 'tell' && !isNetwork(mountpoint)
  return { kind: served ? 'outside_fence_served' : 'outside_fence', km, at }
}

/** Ignores a refusal from before the newest session. */
export const refusedSince = <Refusal extends { readonly lastAt: Date }>(
  newest: { readonly startedAt: Date } | null | undefined,
  refusal: Refusal | null | undefined,
): Refusal | null => (refusal && (!newest || refusal.lastAt > newest.startedAt) ? refusal : null)

/** False if the session has no measurements to report. */
const hasQuality = ({ positions, distanceKm, baseChanges, gaps }: AccessFacts['sessions'][number]): boolean =>
  positions > 0 || distanceKm !== null || (baseChanges ?? 0) > 0 || (gaps ?? 0) > 0

function stateOf({ username, credential, mountpoint, group }: AccessFacts, now: Date): Finding {
  if (!credential) return { kind: username.includes('@') ? 'email_as_user' : 'unknown_user' }
  if (credential.isTest) return { kind: 'test_credential' }
  switch (stateAt(credential, now)) {
    case 'revoked':
      return { kind: 'revoked', at: credential.revokedAt! }
    case 'expired':
      return { kind: 'expired', at: credential.expiresAt }
    case 'active':
      if (credential.suspendedAt !== null) return { kind: 'suspended', at: credential.suspendedAt }
      if (credential.startsAt > now) return { kind: 'not_started', at: credential.startsAt }
      if (group === 'gone') return { kind: 'group_gone' }
      if (mountpoint === null) return { kind: 'station_archived' }
      return { kind: 'in_force', until: credential.expiresAt, mountpoint }
  }
}
