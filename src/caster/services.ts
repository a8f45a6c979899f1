// The functions that the caster is given: it has no database, no keys and no clock of its own.

import type { Credentials } from '@vertice/ntrip'
import type { Forward, ForwardReport } from '../domain/network/forward.ts'
import type { MadeMountpoint } from '../domain/network/mountpoints/mountpoint.ts'
import type { NetworkMountpoint } from '../domain/network/mountpoints/network-mountpoint.ts'
import type { NotConverted } from '../domain/network/mountpoints/not-converted.ts'
import type { Network } from '../domain/network/network.ts'
import type { PullAddress } from '../domain/network/raw-address.ts'
import type { SourceAddress, StreamLoss } from '../domain/network/source-address.ts'
import type { OfferFailure } from '../domain/network/upstreams/upstream.ts'
import type { Pass, RefusalReason } from '../domain/sessions/admission.ts'
import type { KnownPlace, SessionLog, SessionOpening, SessionStart } from '../domain/sessions/session.ts'
import type { PushAdmission, PushRules, Shown } from '../domain/stations/certificate.ts'
import type { Group } from '../domain/stations/group.ts'
import type { StandbySources } from '../domain/stations/standby.ts'
import type { Station } from '../domain/stations/station.ts'
import type { TelemetryListener } from '../domain/stations/telemetry.ts'
import type { Bus } from './bus.ts'
import type { ReportGuesses } from './door/limits/password-guesses.ts'
import type { OpenRoverStream } from './network/rover-stream.ts'
import type { RawReachable } from './streams/client/raw-client.ts'
import type { StationTap } from './streams/sources/station-tap.ts'

/** The stations and the network; a new object after every change. */
export interface Book {
  readonly network: Network
  readonly active: readonly Station[]
  /** Test mountpoints: served, but hidden, never measured and no bases. Omitted if there are none. */
  readonly tests?: readonly Station[]
  /** Derived mountpoints; omitted if there are none. */
  readonly mountpoints?: readonly MadeMountpoint[]
  /** Network mountpoints; omitted if there is only the default one. */
  readonly networks?: readonly NetworkMountpoint[]
  /** Groups of stations by id; omitted if there are none. */
  readonly groups?: ReadonlyMap<number, Group>
}

/** `fromMemory`: the database is unavailable, and the credential was admitted shortly before. */
export type RoverAdmission =
  | { readonly pass: Pass; readonly refusal: null; readonly fromMemory: boolean }
  | { readonly pass: Pass | null; readonly refusal: RefusalReason }

export type EngineAddresses = ReadonlyMap<number, SourceAddress>

/** Ownership of stations among nodes that share streams: one node at a time, with a fencing token that only grows. */
export interface StationLeases {
  /** Returns the stations that were taken, with their fencing tokens. Other live nodes own the rest. */
  take(stationIds: readonly number[]): Promise<ReadonlyMap<number, number>>
  release(leases: readonly { readonly stationId: number; readonly fencingToken: number }[]): Promise<void>
  /** The stations of this node, with their fencing tokens. */
  kept(): Promise<ReadonlyMap<number, number>>
  /** The given stations that other live nodes own. */
  elsewhere(stationIds: readonly number[]): Promise<ReadonlySet<number>>
  /** Number of casters that share the work, including this one. */
  casters(): Promise<number>
  /** Whether this node counts as alive, as far as it can know (performance.now). */
  isTrusted(now: number): boolean
}

export interface CasterServices extends RawReachable {
  readonly node: string
  /** The bus over which nodes share streams; `null` if this node shares with no other node. */
  readonly bus: Bus | null
  /** `null` if a station can be connected to several nodes at once. */
  readonly leases: StationLeases | null
  readonly clock: () => Date
  readonly book: () => Promise<Book>
  /** The last book that was read, without a query. */
  readonly lastBook: () => Book
  /** When the current book was read, or earlier (performance.now). If the database fails, later changes are missing. */
  readonly bookAsOf: () => number
  readonly admitRover: (credentials: Credentials, mountpoint: string) => Promise<RoverAdmission>
  /** Opens the session of an admitted rover, unless its credential has reached its limit in the cluster. */
  readonly openSession: (start: SessionStart) => Promise<SessionOpening>
  /** Finds the source of the station that this password or certificate belongs to. */
  readonly admitStation: (station: Station, shown: Shown) => Promise<PushAdmission>
  /** Stations whose sources may or must show a client certificate. */
  readonly pushRules: () => Promise<PushRules>
  /** Counts wrong passwords over all casters. */
  readonly tellGuesses: ReportGuesses
  /** Stations that are pulled permanently, with their source address. */
  readonly pulls: () => Promise<ReadonlyMap<number, PullAddress>>
  readonly standbySources: () => Promise<StandbySources>
  /** Stations that are another caster's mountpoints and are pulled on demand, with their source address. */
  readonly offers: () => Promise<ReadonlyMap<number, SourceAddress>>
  /** Reports on-demand pulls that rovers want and that deliver no data. */
  readonly offersFailed: (failures: readonly OfferFailure[]) => Promise<void>
  /** Forwards that are not paused. */
  readonly forwards: () => Promise<readonly Forward[]>
  /** Saves the state of forwards, and the bytes sent since the previous report. */
  readonly forwardsReported: (reports: readonly ForwardReport[]) => Promise<unknown>
  /** Adds what derived streams could not convert since the last call. */
  readonly notConverted: (counts: readonly NotConverted[]) => Promise<unknown>
  /** The addresses of the VRS engines, by id of their network mountpoint. */
  readonly engineAddresses: () => Promise<EngineAddresses>
  /** Opens a rover's stream of the VRS engine. If omitted, the engine is reached over NTRIP at its address. */
  readonly openEngineStream?: OpenRoverStream
  /** Reads the frames of all stations that this node owns. */
  readonly stationTap?: StationTap
  /** Reads the frames of stations that other nodes own, as far as `Caster.follow` asks for them. */
  readonly followedTap?: (stationId: number, frames: Buffer, receivedAtMs: number) => void
  /** Reports the result of a probe of the VRS engine of a network mountpoint; `null` if it answered. */
  readonly engineAnswered: (networkId: number, error: StreamLoss | null) => Promise<void>
  /** The last known place of the rover of this session, or where its credential is registered; `null` if unknown. */
  readonly lastPlaceOf: (sessionId: string) => Promise<KnownPlace | null>
  readonly record: SessionLog
  readonly health: TelemetryListener
  readonly newId: () => string
  readonly warn: (message: string, detail: object) => void
}
