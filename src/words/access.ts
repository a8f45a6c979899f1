// Sentences for the diagnosis of connections: findings about a credential, reasons for rejections, ends of sessions,
// and notes.
import type { Finding } from '../domain/credentials/access-findings.ts'
import type { RefusalReason, UnreadableReason } from '../domain/sessions/admission.ts'
import type { SentPart, SentReport } from '../domain/sessions/sent.ts'
import type { EndReason, Note, NoteParams } from '../domain/sessions/session.ts'
import type { SessionQuality } from '../domain/sessions/session-quality.ts'
import type { PushRefusal } from '../domain/stations/certificate.ts'
import { say, type WordsFor } from './say.ts'

export interface ReasonWords {
  /** Shown on the rover's screen. */
  readonly screen: string
  /** For a list of attempts. */
  readonly short: string
  /** Continues "was refused: ". */
  readonly because: (asked: string, opens: string | null) => string
}

/** Times and amounts are already formatted. */
export interface FindingWords {
  readonly unknown_user: () => string
  readonly email_as_user: () => string
  readonly test_credential: () => string
  readonly revoked: (at: string) => string
  readonly expired: (at: string) => string
  readonly suspended: (at: string) => string
  readonly not_started: (at: string) => string
  readonly station_archived: () => string
  readonly group_gone: () => string
  readonly in_force: (until: string, mountpoint: string) => string
  readonly opens_group: (name: string, stations: number) => string
  readonly connected: (address: string, since: string, bytes: string) => string
  readonly let_in_from_memory: (at: string) => string
  readonly noted: (note: string, at: string) => string
  readonly refused: (at: string, address: string, times: number, why: string) => string
  readonly ended: (from: string, to: string, bytes: string, why: string, note: string | null) => string
  /** `km` includes its unit. */
  readonly outside_fence: (at: string, km: string) => string
  readonly outside_fence_served: (at: string, km: string) => string
  /** Mentions only what was measured. */
  readonly felt: (felt: SessionQuality, fixedPct: number | null) => string
  readonly never_seen: () => string
}

/**
 * Every text about a scheduled credential, one that starts later, for all interfaces. Findings and rejections have the
 * code `not_started`, which the API has published.
 */
export interface ScheduledWords {
  /** Name of the state. */
  readonly state: string
  /** Follows a number of credentials. */
  readonly counted: (count: number) => string
  /** Title of the console's diagnosis. */
  readonly verdict: string
  readonly finding: (at: string) => string
  readonly reason: ReasonWords
  /** On the customer's page. */
  readonly customer: {
    readonly means: string
    readonly advice: { readonly why: () => string; readonly fix: string }
  }
}

export interface AccessWords {
  readonly findings: FindingWords
  readonly reasons: { readonly [Reason in RefusalReason]: ReasonWords }
  /** For stations that push. A wrong password uses the rovers' text. */
  readonly pushes: { readonly [Reason in Exclude<PushRefusal, 'bad_password'>]: string }
  /** For clients whose request cannot be parsed. */
  readonly requests: { readonly [Reason in UnreadableReason]: string }
  /** Continues "ended because ". */
  readonly ends: { readonly [Reason in EndReason]: string }
  readonly notes: WordsFor<NoteParams>
  readonly sent: SentWords
}

/** What is certain about bytes that were rebuilt from the archive. */
export interface SentWords {
  readonly certainty: { readonly [Name in SentPart['certainty']]: (skippedBytes: number) => string }
  readonly missingHours: (count: number) => string
  readonly converted: string
  readonly unknownBefore: string
  readonly always: string
}

interface HasAccess {
  readonly access: AccessWords
}

export const noteText = ({ access }: HasAccess, note: Note): string => say(access.notes, note)

type Certain = Pick<SentPart, 'certainty' | 'skippedBytes'> & { readonly missingHours: readonly unknown[] }

export const sentPartText = ({ access: { sent } }: HasAccess, part: Certain): string[] => [
  sent.certainty[part.certainty](part.skippedBytes),
  ...(part.missingHours.length > 0 ? [sent.missingHours(part.missingHours.length)] : []),
]

type Described = Pick<SentReport, 'isConverted'> & { readonly unknownUntil: unknown }

export const sentText = ({ access: { sent } }: HasAccess, { isConverted, unknownUntil }: Described): string[] => [
  ...(unknownUntil === null ? [] : [sent.unknownBefore]),
  ...(isConverted ? [sent.converted] : []),
  sent.always,
]

/** Formats of times and amounts, which differ between terminal and page. */
export interface Figures<Time> {
  readonly time: (at: Time) => string
  readonly bytes: (count: number) => string
}

export function findingText<Time>(words: HasAccess, finding: Finding<Time>, { time, bytes }: Figures<Time>): string {
  const { findings, reasons, ends } = words.access
  switch (finding.kind) {
    case 'unknown_user':
    case 'email_as_user':
    case 'test_credential':
    case 'station_archived':
    case 'group_gone':
    case 'never_seen':
      return findings[finding.kind]()
    case 'felt':
      return findings.felt(finding.felt, finding.fixedPct)
    case 'revoked':
    case 'expired':
    case 'suspended':
    case 'not_started':
    case 'let_in_from_memory':
      return findings[finding.kind](time(finding.at))
    case 'in_force':
      return findings.in_force(time(finding.until), finding.mountpoint)
    case 'opens_group':
      return findings.opens_group(finding.name, finding.stations)
    case 'outside_fence':
    case 'outside_fence_served':
      return findings[finding.kind](time(finding.at), `${finding.km.toFixed(1)} km`)
    case 'connected':
      return findings.connected(finding.address, time(finding.since), bytes(finding.bytes))
    case 'noted':
      return findings.noted(noteText(words, finding.note), time(finding.note.at))
    case 'refused': {
      const why = reasons[finding.reason].because(finding.asked, finding.opens)
      return findings.refused(time(finding.at), finding.address, finding.times, why)
    }
    case 'ended': {
      const note = finding.note && noteText(words, finding.note)
      return findings.ended(time(finding.from), time(finding.to), bytes(finding.bytes), ends[finding.reason], note)
    }
  }
}
