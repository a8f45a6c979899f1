// Forwards: the stream of a station, or of a derived mountpoint, that the caster sends to another caster, or without
// NTRIP to a radio or a program.
import { SECOND_MS } from '../time/units.ts'
import { isRaw, parsePullAddress, type RawAddress } from './raw-address.ts'
import type { SourceAddress, StreamLoss } from './source-address.ts'

export const NTRIP_REVISIONS = [1, 2] as const
export type NtripRevision = (typeof NTRIP_REVISIONS)[number]

export const MOST_FORWARDS_OF_A_STATION = 10

/** Address of a radio or program that takes the bytes of the stream unchanged: tcp://host:port. */
export type PlainAddress = Extract<RawAddress, { readonly kind: 'tcp' }>
export type ForwardAddress = SourceAddress | PlainAddress

export const isPlain = (address: ForwardAddress): address is PlainAddress => 'kind' in address

/** Returns `null` if the text is no address to which a stream can be sent. */
export function parseForwardAddress(text: string): ForwardAddress | null {
  const address = parsePullAddress(text)
  return address === null || (isRaw(address) && address.kind !== 'tcp') ? null : address
}

/** A forward that is not paused, with its login. */
export interface Forward {
  readonly id: number
  readonly stationId: number
  /** Name of the derived mountpoint; `null` for the station's own stream. */
  readonly mountpoint: string | null
  /** Has no effect on a plain address. */
  readonly revision: NtripRevision
  readonly to: ForwardAddress
}

/** `idle`: the station sends no data to the reporting node. */
export type ReportedForwardState = 'sending' | 'failing' | 'idle'

export interface ForwardReport {
  readonly forwardId: number
  readonly state: ReportedForwardState
  readonly since: Date
  /** Bytes sent since the previous report. */
  readonly bytes: number
  /** The last failure of this node; `null` if there was none. */
  readonly error: { readonly why: StreamLoss; readonly at: Date } | null
}

/** `waiting`: the station sends no data, or no node has connected yet. */
export const FORWARD_STATES = ['sending', 'failing', 'waiting', 'paused'] as const
export type ForwardState = (typeof FORWARD_STATES)[number]

export const FORWARD_REPORT_EVERY_MS = 10 * SECOND_MS
/** A report that is not repeated for this long was written by a node that stopped. */
const STALE_AFTER_MS = 3 * FORWARD_REPORT_EVERY_MS

export interface ForwardStanding {
  readonly pausedAt: Date | null
  readonly reported: ReportedForwardState | null
  readonly reportedAt: Date | null
}

export function forwardStateAt({ pausedAt, reported, reportedAt }: ForwardStanding, now: Date): ForwardState {
  if (pausedAt) return 'paused'
  if (!reported || !reportedAt || reported === 'idle') return 'waiting'
  return now.getTime() - reportedAt.getTime() > STALE_AFTER_MS ? 'waiting' : reported
}
