// What the caster is given: it knows no database, no keys and no clock of its own.

import type { Credentials } from '@vertice/ntrip'
import type { MadeMountpoint } from '../domain/network/mountpoints/mountpoint.ts'
import type { NotConverted } from '../domain/network/mountpoints/not-converted.ts'
import type { Network } from '../domain/network/network.ts'
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
import type { TellGuesses } from './door/limits/password-guesses.ts'
import type { OpenRoverStream } from './network/rover-stream.ts'
import type { Reachable } from './streams/client/guarded-connection.ts'
import type { StationTap } from './streams/sources/station-tap.ts'

/** The stations and the network; a new object whenever something has changed. */
export interface Book {
  readonly network: Network
  readonly active: readonly Station[]
  /** Derived mountpoints; left out if there are none. */
  readonly mountpoints?: readonly MadeMountpoint[]
  /** Groups of stations by id; left out if there are none. */
  readonly groups?: ReadonlyMap<number, Group>
}

/** `fromMemory`: the database is unavailable, and the credential was admitted shortly before. */
export type RoverAdmission =
  | { readonly pass: Pass; readonly refusal: null; readonly fromMemory: boolean }
  | { readonly pass: Pass | null; readonly refusal: RefusalReason }

/** Which node owns which station, among nodes that share streams: one node at a time, with a fencing token that only grows. */
export interface StationLeases {
  /** Returns the stations that were taken, with their fencing tokens. Living nodes own the others. */
  take(stationIds: readonly number[]): Promise<ReadonlyMap<number, number>>
  release(leases: readonly { readonly stationId: number; readonly fencingToken: number }[]): Promise<void>
  /** The stations of this node, with their fencing tokens. */
  kept(): Promise<ReadonlyMap<number, number>>
  /** Those of the given stations that other living nodes own. */
  elsewhere(stationIds: readonly number[]): Promise<ReadonlySet<number>>
  /** Number of casters that share the work, including this one. */
  casters(): Promise<number>
  /** Whether this node counts as alive, as far as it can know (performance.now). */
  isTrusted(now: number): boolean
}

export interface CasterServices extends Reachable {
  /** Id of this node. */
  readonly node: string
  /** The bus over which nodes share streams; `null` if this node shares with no other node. */
  readonly bus: Bus | null
  /** `null` if a station may be connected to several nodes at once. */
  readonly leases: StationLeases | null
  readonly clock: () => Date
  readonly book: () => Promise<Book>
  /** As it was read last, without asking. */
  readonly lastBook: () => Book
  /**
   * When the station data that is returned from now on was read, or earlier (performance.now). While the database is slow or unavailable,
   * changes since then may be missing.
   */
  readonly bookAsOf: () => number
  readonly admitRover: (credentials: Credentials, mountpoint: string) => Promise<RoverAdmission>
  /** Opens the session of an admitted rover, unless its credential has reached its limit in the cluster. */
  readonly openSession: (start: SessionStart) => Promise<SessionOpening>
  /** Which source of the station pushes with this password or certificate. */
  readonly admitStation: (station: Station, shown: Shown) => Promise<PushAdmission>
  /** Stations whose sources may or must show a client certificate. */
  readonly pushRules: () => Promise<PushRules>
  /** Counts wrong passwords over all casters. */
  readonly tellGuesses: TellGuesses
  /** Stations that are pulled permanently, with their source address. */
  readonly pulls: () => Promise<ReadonlyMap<number, SourceAddress>>
  /** Stations that have a standby source. */
  readonly standbySources: () => Promise<StandbySources>
  /** Stations that are another caster's mountpoints and are pulled on demand, with their source address. */
  readonly offers: () => Promise<ReadonlyMap<number, SourceAddress>>
  /** Reports on-demand pulls that rovers want and that deliver no data. */
  readonly offersFailed: (failures: readonly OfferFailure[]) => Promise<void>
  /** Adds what derived streams could not convert since the last call. */
  readonly notConverted: (counts: readonly NotConverted[]) => Promise<unknown>
  /** The address of the VRS engine of the network mountpoint; `null` if there is none. */
  readonly engineAddress: () => Promise<SourceAddress | null>
  /** Opens a rover's stream of the VRS engine. Left out, the engine is reached over NTRIP at the address that `engineAddress` returns. */
  readonly openEngineStream?: OpenRoverStream
  /** Reads the frames of all stations that this node owns. */
  readonly stationTap?: StationTap
  /** Reports whether the VRS engine answered. */
  readonly engineAnswered: (error: StreamLoss | null) => Promise<void>
  /** Where the rover of this session was before, or where its credential is registered; `null` if unknown. */
  readonly lastPlaceOf: (sessionId: string) => Promise<KnownPlace | null>
  readonly record: SessionLog
  readonly health: TelemetryListener
  readonly newId: () => string
  readonly warn: (message: string, detail: object) => void
}
