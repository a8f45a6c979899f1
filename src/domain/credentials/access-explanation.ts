// The findings of "Why can't I connect?" in words, for whoever asks on the server.

import type { RefusalReason } from '../sessions/admission.ts'
import type { EndReason } from '../sessions/session.ts'
import { type AccessFacts, type Finding, findingsOf } from './access-findings.ts'

export type { AccessFacts } from './access-findings.ts'

/** One sentence a line; what matters most comes first. */
export const explainAccess = (facts: AccessFacts, now: Date): string[] => findingsOf(facts, now).map(sentence)

function sentence(finding: Finding): string {
  switch (finding.kind) {
    case 'unknown_user':
      return 'No credential has this user name: look for a typing mistake (there are no 0, O, 1, l and I in them).'
    case 'revoked':
      return `It was revoked at ${time(finding.at)}; it will not open again.`
    case 'expired':
      return `It expired at ${time(finding.at)}.`
    case 'not_started':
      return `It is not in force yet: it starts at ${time(finding.at)}.`
    case 'station_archived':
      return 'It is in force, but its station is archived, so there is nothing to open.'
    case 'in_force':
      return `It is in force until ${time(finding.until)} and opens ${finding.mountpoint}.`
    case 'connected':
      return `It is connected now, from ${finding.address} since ${time(finding.since)}, and has received ${finding.bytes} bytes (counted once a minute).`
    case 'noted':
      return `The last that happened: ${finding.note.text} (${time(finding.note.at)}).`
    case 'refused':
      return refusedSentence(finding)
    case 'ended':
      return endedSentence(finding)
    case 'never_seen':
      return 'It has never been seen at the caster: check host, port and the network of the device.'
  }
}

type Of<Kind extends Finding['kind']> = Extract<Finding, { kind: Kind }>

function refusedSentence({ reason, at, times, address, asked, opens }: Of<'refused'>): string {
  const often = times > 1 ? ` (${times} times)` : ''
  return `The last attempt, at ${time(at)} from ${address}${often}, was refused: ${REASONS[reason](asked, opens)}.`
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

function endedSentence({ from, to, bytes, reason, note }: Of<'ended'>): string {
  const told = note ? ` Before that: ${note.text}.` : ''
  return `Its last session ran from ${time(from)} to ${time(to)}, got ${bytes} bytes, and ended because ${ENDS[reason]}.${told}`
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
