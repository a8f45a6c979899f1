// What the caster is handed: it knows no database, no keys and no clock of its own.

import type { Credentials } from '@vertice/ntrip'
import type { MadeMountpoint } from '../domain/network/mountpoints/mountpoint.ts'
import type { NotConverted } from '../domain/network/mountpoints/not-converted.ts'
import type { Network } from '../domain/network/network.ts'
import type { StreamLoss, Upstream } from '../domain/network/source-address.ts'
import type { OfferFailure } from '../domain/network/upstreams/upstream.ts'
import type { Pass, RefusalReason } from '../domain/sessions/admission.ts'
import type { KnownPlace, SessionLog, SessionOpening, SessionStart } from '../domain/sessions/session.ts'
import type { SecondSources } from '../domain/stations/backup.ts'
import type { PushAdmission, PushRules, Shown } from '../domain/stations/certificate.ts'
import type { Group } from '../domain/stations/group.ts'
import type { Station } from '../domain/stations/station.ts'
import type { TelemetryListener } from '../domain/stations/telemetry.ts'
import type { Bus } from './bus.ts'
import type { TellGuesses } from './door/guesses.ts'
import type { Reachable } from './streams/guarded-connection.ts'

/** The stations and the network as they are now; a new object whenever something changed. */
export interface Book {
  readonly network: Network
  readonly active: readonly Station[]
  /** Those that are made of stations' streams; left out: there are none. */
  readonly mountpoints?: readonly MadeMountpoint[]
  /** Of stations, by their ids; left out: there are none. */
  readonly groups?: ReadonlyMap<number, Group>
}

/** `fromMemory`: the database could not be asked, and it was here shortly before. */
export type RoverAdmission =
  | { readonly pass: Pass; readonly refusal: null; readonly fromMemory: boolean }
  | { readonly pass: Pass | null; readonly refusal: RefusalReason }

/** Who has which station, among nodes that share their streams: one at a time, with a fence that only grows. */
export interface StationLeases {
  /** Those that were got, with their fences; the others are with nodes that live. */
  take(stationIds: readonly number[]): Promise<ReadonlyMap<number, number>>
  release(leases: readonly { readonly stationId: number; readonly fence: number }[]): Promise<void>
  /** Those of this node, with their fences. */
  kept(): Promise<ReadonlyMap<number, number>>
  /** Those of them that other nodes have that live. */
  elsewhere(stationIds: readonly number[]): Promise<ReadonlySet<number>>
  /** How many casters there are to share the work; this one is among them. */
  casters(): Promise<number>
  /** Whether this node counts as alive, as far as it can know (performance.now). */
  isTrusted(now: number): boolean
}

export interface CasterServices extends Reachable {
  /** This node's id among all. */
  readonly node: string
  /** Over which nodes share their streams; null: this one has its own alone. */
  readonly bus: Bus | null
  /** null: a station may be brought to several nodes at once. */
  readonly leases: StationLeases | null
  readonly clock: () => Date
  readonly book: () => Promise<Book>
  /**
   * What is told of stations from now on was so at this moment, or later (performance.now). While the database is slow or away it is what was
   * so before: whatever came since may be missing in it.
   */
  readonly bookAsOf: () => number
  readonly admitRover: (credentials: Credentials, mountpoint: string) => Promise<RoverAdmission>
  /** Makes the session of one that may come in, unless its credential has as many as it may have, here and elsewhere. */
  readonly openSession: (start: SessionStart) => Promise<SessionOpening>
  /** Which source of that station pushes with what it has shown. */
  readonly admitStation: (station: Station, shown: Shown) => Promise<PushAdmission>
  /** Stations whose sources may, or have to, show a certificate. */
  readonly pushRules: () => Promise<PushRules>
  /** So that guesses at passwords count over all casters. */
  readonly tellGuesses: TellGuesses
  /** Stations that are pulled, with where from. */
  readonly pulls: () => Promise<ReadonlyMap<number, Upstream>>
  /** Stations that have a second source of their own. */
  readonly backups: () => Promise<SecondSources>
  /** Stations that are another caster's mountpoints, with where from: pulled while somebody wants them. */
  readonly offers: () => Promise<ReadonlyMap<number, Upstream>>
  /** Somebody wants these, and nothing comes. */
  readonly offersFailed: (failures: readonly OfferFailure[]) => Promise<void>
  /** What mountpoints that are made here could not convert since this was last told. */
  readonly notConverted: (counts: readonly NotConverted[]) => Promise<unknown>
  /** The VRS engine behind the network mountpoint, or null. */
  readonly upstream: () => Promise<Upstream | null>
  /** Tells whether it answered. */
  readonly upstreamAnswered: (error: StreamLoss | null) => Promise<void>
  /** Where whoever has this session said to be before, or else is registered; null: nobody knows. */
  readonly lastPlaceOf: (sessionId: string) => Promise<KnownPlace | null>
  readonly record: SessionLog
  readonly health: TelemetryListener
  readonly newId: () => string
  readonly warn: (message: string, detail: object) => void
}
