// An upstream caster, whose listed mountpoints are offered here.

import type { Coded, Nothing } from '../../codes/coded.ts'
import {
  parseSourceAddress,
  type SourceAddress,
  type StreamLoss,
  type StreamLossParams,
  withLogin,
  withoutLogin,
} from '../source-address.ts'

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/
const PREFIX = /^([A-Za-z0-9][A-Za-z0-9_.-]{0,19})?$/

export const isUpstreamName = (text: string) => NAME.test(text)
export const isPrefix = (text: string) => PREFIX.test(text)

const ANY = 'M'

/** Parses `ntrip://user:password@host:port`, without a mountpoint; `null` if invalid. */
export function parseCaster(text: string): { readonly url: string; readonly login: string | null } | null {
  const bare = text.replace(/\/$/, '')
  return parseSourceAddress(`${bare}/${ANY}`) ? withoutLogin(bare) : null
}

/** Adds a placeholder mountpoint, so that the address can be checked like that of a stream. */
export const addressToCheck = (text: string | undefined) => text && `${text.replace(/\/$/, '')}/${ANY}`

/** Address of one stream; `login` as returned by `parseCaster`. */
export const streamAt = (url: string, login: string | null, mountpoint: string): SourceAddress => ({
  ...parseSourceAddress(withLogin(`${url}/${ANY}`, login))!,
  mountpoint,
})

export interface TableTroubleParams extends StreamLossParams {
  not_asked: Nothing
  no_table: Nothing
  /** The sourcetable is truncated; a partial table is ignored. */
  torn_table: Nothing
  table_too_long: { readonly mostBytes: number }
  ourselves: Nothing
}
export type TableTrouble = Coded<TableTroubleParams>

export type LeftOutWhy =
  | 'name_form'
  | 'twice'
  | 'mountpoint_of_network'
  | 'mountpoint_of_station'
  | 'code_of_station'
  | 'ours'
  | 'too_many'

export interface LeftOut {
  readonly mountpoint: string
  readonly why: LeftOutWhy
}

/** True if a prefix would resolve the clash. */
export const isClash = (why: LeftOutWhy): boolean =>
  why === 'mountpoint_of_network' || why === 'mountpoint_of_station' || why === 'code_of_station'

/** Sorts fixable reasons first and `too_many` last, since long lists are truncated. */
export const byWhatHelps = (one: LeftOut, other: LeftOut): number => placeOf(one.why) - placeOf(other.why)

const placeOf = (why: LeftOutWhy): number => (isClash(why) ? 0 : why === 'too_many' ? 2 : 1)

/** Number of listed mountpoints that are not offered; only the first ones are stored by name. */
export const countLeftOut = ({ listed, offered }: { readonly listed: number; readonly offered: number }): number =>
  Math.max(0, listed - offered) // a station archived and restored counts as offered until the next table

/** A station that a rover requested, and why no data arrived. */
export interface OfferFailure {
  readonly stationId: number
  readonly why: StreamLoss
}

export const isLoginRefused = ({ code, params }: StreamLoss): boolean =>
  code === 'refused' && params.reason === 'credentials'

/** `offered`: listed, and the upstream answers. `unlisted`: no longer listed. `away`: the upstream does not answer. */
export type OfferState = 'offered' | 'unlisted' | 'away'

/** Operator settings of one mountpoint; they override the sourcetable. */
export interface OfferSettings {
  /** True if each rover gets its own connection that carries its positions; `null` follows the sourcetable. */
  readonly needsGga: boolean | null
  /** Name of the mountpoint here; `null` is the prefix plus its upstream name. */
  readonly name: string | null
  /** Hidden from the sourcetable and public pages and never chosen for a rover; usable by name. */
  readonly isHidden: boolean
  /** `null` follows the sourcetable. */
  readonly position: { readonly lat: number; readonly lng: number } | null
}

export const AS_LISTED: OfferSettings = { needsGga: null, name: null, isHidden: false, position: null }

export interface StationUpstream {
  readonly id: number
  readonly name: string
  /** Name at the upstream caster. */
  readonly mountpoint: string
  readonly state: OfferState
  /** True if the station may serve the network mountpoint while data flows. */
  readonly servesNetwork: boolean
  /** Sourcetable entry, with the operator's overrides. */
  readonly told: ReportedStream
  readonly settings?: OfferSettings
  readonly hasLogin?: boolean
}

export interface ReportedStream {
  readonly identifier: string
  readonly format: string
  readonly formatDetails: string
  readonly carrier: 0 | 1 | 2 | null
  readonly navSystem: string
  readonly country: string
  readonly lat: number | null
  readonly lng: number | null
  /** True if each rover needs its own connection that carries its positions. */
  readonly needsGga: boolean
  readonly fromNetwork: boolean
  readonly generator: string
  readonly bitrate: number | null
  /** Marks of the casters that relayed the stream, including this upstream. */
  readonly via: readonly string[]
}
