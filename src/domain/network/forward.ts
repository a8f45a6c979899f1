// Forwards: the stream of a station, or of a derived mountpoint, that the caster sends to another caster, or without
// NTRIP to a radio or a program.
import { SECOND_MS } from '../time/units.ts'
import { isRaw, parsePullAddress, type RawAddress } from './raw-address.ts'
import type { SourceAddress, StreamLoss } from './source-address.ts'

export const NTRIP_REVISIONS = [1, 2] as const
export type NtripRevision = (typeof NTRIP_REVISIONS)[number]

export const MOST_FORWARDS_OF_A_STATION = 10

/** A port of this machine that radios connect to: tcp://:port?from=addresses. */
export type ListenAddress = Extract<RawAddress, { readonly kind: 'tcp_listen' }>
/** Takes the bytes of the stream unchanged. `tcp`, tcp://host:port: the caster connects to a radio or program. */
export type PlainAddress = Extract<RawAddress, { readonly kind: 'tcp' }> | ListenAddress
export type ForwardAddress = SourceAddress | PlainAddress

export const isPlain = (address: ForwardAddress): address is PlainAddress => 'kind' in address

export const isListening = (address: ForwardAddress): address is ListenAddress =>
  isPlain(address) && address.kind === 'tcp_listen'

/**
 * Returns `null` if the text is no address to which a stream can be sent. A port on which the caster listens needs the
 * addresses that may connect, because a radio cannot log in.
 */
export function parseForwardAddress(text: string): ForwardAddress | null {
  const address = parsePullAddress(text)
  if (address === null || !isRaw(address) || address.kind === 'tcp') return address
  return address.kind === 'tcp_listen' && address.firstLine === null ? address : null
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

/** `idle`: the station sends no data to the reporting node, or no radio is connected. */
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

/** `waiting`: the station sends no data, no node has connected yet, or no radio has connected to the port. */
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
