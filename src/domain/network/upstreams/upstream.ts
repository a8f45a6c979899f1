// A caster that this one stands before: what it lists is offered here.

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

/** Its address without a mountpoint, as `ntrip://user:password@host:port`; null: it is not one. */
export function parseCaster(text: string): { readonly url: string; readonly login: string | null } | null {
  const bare = text.replace(/\/$/, '')
  return parseSourceAddress(`${bare}/${ANY}`) ? withoutLogin(bare) : null
}

/** The same as the address of a stream, for whoever looks where it leads; undefined stays so. */
export const addressToCheck = (text: string | undefined) => text && `${text.replace(/\/$/, '')}/${ANY}`

/** One of its streams; `login` as `parseCaster` gave it. */
export const streamAt = (url: string, login: string | null, mountpoint: string): SourceAddress => ({
  ...parseSourceAddress(withLogin(`${url}/${ANY}`, login))!,
  mountpoint,
})

/** Why its table could not be had. */
export interface TableTroubleParams extends StreamLossParams {
  not_asked: Nothing
  /** What came is no sourcetable. */
  no_table: Nothing
  /** It broke off: nothing is concluded from half a table. */
  torn_table: Nothing
  table_too_long: { readonly mostBytes: number }
  /** It is this caster. */
  ourselves: Nothing
}
export type TableTrouble = Coded<TableTroubleParams>

/** Why one of its mountpoints is not offered here. */
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

/** These go away with a prefix. */
export const isClash = (why: LeftOutWhy): boolean =>
  why === 'mountpoint_of_network' || why === 'mountpoint_of_station' || why === 'code_of_station'

/** What somebody can mend comes first: a list that is cut ends with what is only too many. */
export const byWhatHelps = (one: LeftOut, other: LeftOut): number => placeOf(one.why) - placeOf(other.why)

const placeOf = (why: LeftOutWhy): number => (isClash(why) ? 0 : why === 'too_many' ? 2 : 1)

/** All of them: only the first are kept by name. */
export const countLeftOut = ({ listed, offered }: { readonly listed: number; readonly offered: number }): number =>
  Math.max(0, listed - offered) // one that was archived and restored is offered until the table is read again

/** One of its stations that somebody wanted, and why nothing came. */
export interface OfferFailure {
  readonly stationId: number
  readonly why: StreamLoss
}

export const isLoginRefused = ({ code, params }: StreamLoss): boolean =>
  code === 'refused' && params.reason === 'credentials'

/** How its stations stand: listed by one that answers, listed no more, or listed by one that does not answer. */
export type OfferState = 'offered' | 'unlisted' | 'away'

/** What the operator set for one mountpoint, whatever the sourcetable says. */
export interface OfferSettings {
  /** Each rover gets a connection of its own, which carries its positions. `null`: as the sourcetable says. */
  readonly needsGga: boolean | null
  /** Name of the mountpoint here. `null`: the prefix and its name there. */
  readonly name: string | null
  /** Not in the sourcetable, not on public pages, and never chosen for a rover. Whoever knows its name can use it. */
  readonly isHidden: boolean
  /** `null`: as the sourcetable says. */
  readonly position: { readonly lat: number; readonly lng: number } | null
}

export const AS_LISTED: OfferSettings = { needsGga: null, name: null, isHidden: false, position: null }

/** What a station that is another caster's mountpoint knows of it. */
export interface StationUpstream {
  readonly id: number
  readonly name: string
  /** What it is called there. */
  readonly mountpoint: string
  readonly state: OfferState
  /** It may serve the network mountpoint while it flows. */
  readonly servesNetwork: boolean
  /** What the table says of it, or the operator instead of it. */
  readonly told: ReportedStream
  readonly settings?: OfferSettings
  /** It is opened with an account of its own. */
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
  /** Each rover has a connection of its own there, which gets its positions. */
  readonly needsGga: boolean
  readonly fromNetwork: boolean
  readonly generator: string
  readonly bitrate: number | null
  /** Marks of the casters that it came through, that one's among them. */
  readonly via: readonly string[]
}
