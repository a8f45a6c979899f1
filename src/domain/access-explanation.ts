// "Why can't I connect?", answered in words, from what is known about a credential: its times, its last attempts, its sessions.
import type { RefusalReason } from './admission.ts'
import { type CredentialTimes, stateAt } from './credential.ts'
import type { EndReason, SessionNote } from './session.ts'

export interface AccessFacts {
  /** null: nobody has this user name. */
  readonly credential: (CredentialTimes & { readonly maxSessions: number; readonly whenFull: string }) | null
  /** What the credential opens; null: its station is archived. */
  readonly mountpoint: string | null
  /** Newest first. */
  readonly refusals: readonly {
    readonly reason: RefusalReason
    readonly lastAt: Date
    readonly times: number
    readonly mountpoint: string
    readonly address: string
  }[]
  /** Newest first. */
  readonly sessions: readonly {
    readonly startedAt: Date
    readonly endedAt: Date | null
    readonly endReason: EndReason | null
    readonly address: string
    readonly bytes: number
    readonly notes: readonly SessionNote[]
  }[]
}

/** One sentence a line; what matters most comes first. */
export function explainAccess(facts: AccessFacts, now: Date): string[] {
  const { credential, sessions, refusals } = facts
  const [newest] = sessions
  const [attempt] = refusals
  const lines = [stateLine(facts, now)]
  if (newest && newest.endedAt === null) lines.push(...liveLines(newest))
  if (attempt && (!newest || attempt.lastAt > newest.startedAt)) lines.push(attemptLine(attempt, facts.mountpoint))
  if (newest?.endedAt) lines.push(endedLine(newest))
  if (credential && !newest && !attempt)
    lines.push('It has never been seen at the caster: check host, port and the network of the device.')
  return lines
}

function stateLine({ credential, mountpoint }: AccessFacts, now: Date): string {
  if (!credential)
    return 'No credential has this user name: look for a typing mistake (there are no 0, O, 1, l and I in them).'
  switch (stateAt(credential, now)) {
    case 'revoked':
      return `It was revoked at ${time(credential.revokedAt!)}; it will not open again.`
    case 'expired':
      return `It expired at ${time(credential.expiresAt)}.`
    case 'active':
      if (credential.startsAt > now) return `It is not in force yet: it starts at ${time(credential.startsAt)}.`
      if (mountpoint === null) return 'It is in force, but its station is archived, so there is nothing to open.'
      return `It is in force until ${time(credential.expiresAt)} and opens ${mountpoint}.`
  }
}

function liveLines({ startedAt, address, bytes, notes }: AccessFacts['sessions'][number]): string[] {
  const note = notes.at(-1)
  return [
    `It is connected now, from ${address} since ${time(startedAt)}, and has received ${bytes} bytes (counted once a minute).`,
    ...(note ? [`The last that happened: ${note.text} (${time(note.at)}).`] : []),
  ]
}

function attemptLine(
  { reason, lastAt, times, mountpoint, address }: AccessFacts['refusals'][number],
  opens: string | null,
) {
  const often = times > 1 ? ` (${times} times)` : ''
  return `The last attempt, at ${time(lastAt)} from ${address}${often}, was refused: ${REASONS[reason](mountpoint, opens)}.`
}

const REASONS: Record<RefusalReason, (asked: string, opens: string | null) => string> = {
  no_credentials: () => 'the device sent no user and password',
  unknown_user: () => 'nobody had that user name then',
  bad_password: () => 'the password was wrong',
  not_started: () => 'it had not started yet',
  expired: () => 'it had expired',
  revoked: () => 'it had been revoked',
  wrong_mountpoint: (asked, opens) => `the device asked for ${asked}, and this credential opens ${opens ?? 'nothing'}`,
  unknown_mountpoint: (asked) => `there is no mountpoint ${asked}`,
  too_many_sessions: () => 'it was in use already, and is set to refuse more sessions',
  outside_coverage: () => 'no station covers that position',
  base_down: (asked) => `the base behind ${asked} sent no data`,
  unavailable: () => 'the database did not answer; the next attempt may work',
}

function endedLine({ startedAt, endedAt, endReason, bytes, notes }: AccessFacts['sessions'][number]): string {
  const note = notes.at(-1)
  const told = note ? ` Before that: ${note.text}.` : ''
  return `Its last session ran from ${time(startedAt)} to ${time(endedAt!)}, got ${bytes} bytes, and ended because ${ENDS[endReason ?? 'node_lost']}.${told}`
}

const ENDS: Record<EndReason, string> = {
  client_left: 'the device left',
  expired: 'the credential expired',
  revoked: 'the credential was revoked',
  replaced: 'the same credential connected anew (the newest wins)',
  kicked: 'an operator ended it',
  too_slow: 'the device did not take the data fast enough',
  broken: 'the connection broke',
  shutdown: 'the caster was stopped',
  node_lost: 'the caster went away',
}

const time = (at: Date) => `${at.toISOString().replace('T', ' ').slice(0, 19)} UTC`
