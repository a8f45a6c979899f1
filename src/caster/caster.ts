// Composes the NTRIP caster from its components.
import type net from 'node:net'
import { ThrottledLog } from '../base/limits/throttled-log.ts'
import { Components, every } from '../base/running/component.ts'
import { Signal } from '../base/running/signal.ts'
import { PLACE_GOOD_MS } from '../domain/credentials/geofence.ts'
import type { Station } from '../domain/stations/station.ts'
import type { CasterComponent } from './component.ts'
import { Ports } from './door/connections/ports.ts'
import { Door } from './door/door.ts'
import { endSlowly } from './drain.ts'
import { Telemetry } from './health/telemetry.ts'
import { Engines } from './network/engines.ts'
import { NetworkRovers } from './network/network-rovers.ts'
import { ntripRoverStreams } from './network/ntrip-rover-stream.ts'
import { UpstreamRoverStreams } from './network/upstream-rover-streams.ts'
import type { CasterOptions } from './options.ts'
import { Reconciler } from './reconciler.ts'
import { learnFastWrite } from './rovers/fast-write.ts'
import { Geofences } from './rovers/geofences.ts'
import { Ghosts } from './rovers/ghosts.ts'
import { RoverEventHub } from './rovers/rover-events.ts'
import { RoverTotals } from './rovers/rover-totals.ts'
import { StandbyNotes } from './rovers/standby-notes.ts'
import type { CasterServices } from './services.ts'
import { GroupSessions } from './sessions/group-sessions.ts'
import { Sessions } from './sessions/sessions.ts'
import { BusNotes } from './sharing/bus-notes.ts'
import { LeaseSync } from './sharing/lease-sync.ts'
import { Ownership } from './sharing/ownership.ts'
import { RemoteStations } from './sharing/remote-stations.ts'
import { Sharing, type SharingCounts } from './sharing/sharing.ts'
import { BaseFeeds } from './streams/base-feeds.ts'
import { DerivedStreams } from './streams/derived/derived-streams.ts'
import { NetworkEphemerides } from './streams/ephemerides/network-ephemerides.ts'
import { FallbackStations } from './streams/fallback-stations.ts'
import { Feeds } from './streams/feeds.ts'
import { type ForwardCounts, Forwards } from './streams/forwards/forwards.ts'
import { OnDemandPulls } from './streams/sources/on-demand-pulls.ts'
import { Sources } from './streams/sources/sources.ts'
import type { StationTap } from './streams/sources/station-tap.ts'

export interface CasterCounts {
  readonly rovers: number
  readonly sources: number
  readonly bytesOut: number
  readonly bytesIn: number
  readonly droppedForSlowness: number
  /** Bytes skipped because newer data was available when a stalled rover resumed. */
  readonly leftOutBytes: number
  /** Derived streams that have receivers now, and counts of what could not be converted, by reason. */
  readonly altered: number
  readonly notConverted: ReadonlyMap<string, number>
  readonly forwards: ForwardCounts
  /** `null` if this node shares its streams with no other node. */
  readonly sharing: SharingCounts | null
}

export interface Caster {
  readonly address: net.AddressInfo
  readonly tlsAddress: net.AddressInfo | null
  readonly sessions: Sessions
  readonly sources: Sources
  counts(): CasterCounts
  /** Rejects new connections, disconnects its rovers group by group, then its bases, and stops. */
  drain(): Promise<void>
  /** Reads the stations and groups again immediately. */
  reconcile(): void
  /** Call after the node's lease had expired: releases the stations that other nodes took meanwhile. */
  takeBack(): Promise<void>
  /** Reads the frames of these stations of other nodes: `followedTap` receives them. */
  follow(stationIds: Iterable<number>): void
  stop(): Promise<void>
}

export async function startCaster(services: CasterServices, options: CasterOptions): Promise<Caster> {
  const { clock, warn } = services
  if (!(await learnFastWrite())) warn('This version of Node does not support fast writes; using regular ones', {})
  const log = new ThrottledLog(warn)
  const outgoing = new Signal<[socket: net.Socket]>()
  const counting: CasterServices = { ...services, count: (socket) => outgoing.emit(socket) }
  const streams = composeStreams(counting, options, log)
  const { ownership, sharing, leaseSync, sources, bases, derived, forwards } = streams
  const rovers = composeRovers(counting, options, streams)
  const { sessions, ghosts } = rovers
  const reconciler = new Reconciler({ services, ...streams, ...rovers, everyMs: options.settingsMs ?? 5_000 })
  const telemetry = new Telemetry({
    ...{ meters: sources.meters, bases, fallbacks: rovers.fallbacks, listener: services.health, clock },
    isIdle: (id) => bases.stationOf(id)?.upstream != null && !sources.pulls.isPulled(id),
    warn: (err) => warn('Could not record the health of stations', { err }),
    speakers: sharing,
  })
  const saveCounts = () =>
    derived.saveConversionCounts().catch((err) => warn('Could not save conversion counters', { err }))
  // Components tick in this order and stop in reverse order.
  const inner: CasterComponent[] = [
    { stop: () => ports.closed() },
    log,
    telemetry,
    { tickMs: 60_000, tick: saveCounts, stop: saveCounts },
    ...(ownership ? [ownership] : []),
    ...(sharing ? [sharing] : []),
    sources,
    every(1_000, 'Releasing silent stations', () => sources.releaseSilent()),
    bases,
    every(1_000, 'Reading the mountpoints', () => services.book().then((book) => bases.use(book), ignore)),
    rovers.engines,
    every(options.probeMs ?? 60_000, 'Probing the VRS engines', () => rovers.engines.ask()),
    rovers.onDemand,
    sessions,
    every(1_000, 'Recording sessions', () => sessions.recordSome()),
    rovers.fallbacks,
    streams.ephemerides,
    derived,
    forwards,
    ...(sharing ? [new BusNotes(bases, sessions.all)] : []),
    rovers.standbyNotes,
    rovers.groupSessions,
    rovers.geofences,
    rovers.network,
    rovers.upstreamRoverStreams,
    ghosts,
    every(ghosts.kernelScanMs, 'Scanning kernel queues', () => ghosts.scanKernelQueues(ports.addresses)),
    rovers.totals,
    reconciler,
    ...(leaseSync ? [leaseSync] : []),
  ]
  const roverEvents = new RoverEventHub({
    ...{ clock, components: inner },
    distanceKm: (stationId, position) => bases.distanceKm(stationId, position),
  })
  const door = new Door(
    { services, ...streams, ...rovers, roverEvents, log, offerOf: (stationId) => reconciler.offerOf(stationId) },
    { ...options, handshakeMs: options.handshakeMs ?? 10_000, quietMs: options.quietMs ?? 2_000 },
  )
  const asksForCertificates = () => reconciler.asksForCertificates
  const ports = new Ports({ door, options, warn, outgoing, asksForCertificates })
  const components = new Components([...inner, door, ports], warn)
  await components.start()
  const drain = async () => {
    ports.reject()
    door.stop()
    sources.pulls.handOver()
    await endSlowly(sessions, () => components.isStopped)
    await components.stop()
  }
  return {
    address: ports.address,
    tlsAddress: ports.tlsAddress,
    sessions,
    sources,
    counts: () => countsOf(streams, rovers),
    drain,
    reconcile: () => components.tickNow(reconciler),
    takeBack: async () => ownership?.takeBack(),
    follow: (stationIds) => streams.remote?.follow(stationIds),
    stop: () => components.stop(),
  }
}

function countsOf({ feeds, sources, derived, forwards, sharing }: Streams, { sessions, totals }: Rovers): CasterCounts {
  return {
    rovers: sessions.all.length,
    sources: sources.stations.flowing,
    bytesOut: totals.bytesOut,
    bytesIn: feeds.bytesIn,
    droppedForSlowness: totals.droppedForSlowness,
    leftOutBytes: totals.leftOutBytes,
    altered: derived.running,
    notConverted: derived.leftOut,
    forwards: forwards.counts,
    sharing: sharing?.counts ?? null,
  }
}

/** A failure is logged by the reconciler. */
const ignore = () => {}

type Streams = ReturnType<typeof composeStreams>
type Rovers = ReturnType<typeof composeRovers>

function composeStreams(services: CasterServices, options: CasterOptions, log: ThrottledLog) {
  const { bus, leases, node, clock, warn } = services
  const times = { graceMs: options.graceMs ?? 15_000, stableMs: options.stableMs ?? 180_000 }
  const feeds = new Feeds(times)
  const ownership = leases && new Ownership({ leases, bus, node, feeds, warn })
  const stations = new Map<number, Station>()
  const isKnown = (stationId: number) => stations.has(stationId)
  const { followedTap } = services
  const tap = followedTap && ((id: number, frames: Buffer) => followedTap(id, frames, clock().getTime()))
  const remote = bus && ownership && new RemoteStations({ bus, feeds, ownership, isKnown, tap })
  const tapped = new Signal<Parameters<StationTap>>()
  if (services.stationTap) tapped.subscribe(services.stationTap)
  const sources = new Sources({
    ...{ feeds, clock, reachable: services, log, ownership, remote },
    firstBytesMs: options.firstBytesMs ?? 3_000,
    tap: (...call) => tapped.emit(...call),
  })
  const bases = new BaseFeeds({
    ...{ feeds, clock, stations },
    isCutOff: (stationId) => remote?.isCutOff(stationId) ?? false,
    isLost: (stationId) => sources.pulls.lossOf(stationId) !== null,
  })
  const nowMs = () => clock().getTime()
  const sharing = remote && new Sharing({ bus, ownership, remote, feeds, sources, node, nowMs })
  const leaseSync =
    sharing && new LeaseSync({ leases, ownership, remote, sharing, stationIds: () => bases.stationIds, warn })
  const ephemerides = new NetworkEphemerides({
    ...{ bases, bus, nowMs },
    isOwned: (stationId) => ownership === null || ownership.of(stationId)?.isHeld === true,
  })
  const derived = new DerivedStreams({
    ...{ bases, times, clock },
    saveCounts: services.notConverted,
    ephemeridesFor: (stationId) => ephemerides.availableFor(stationId),
  })
  const forwards = new Forwards({
    ...{ reachable: services, clock, warn, report: services.forwardsReported },
    isElsewhere: (stationId) => sources.isElsewhere(stationId),
    feedOf: ({ mountpoint, stationId }) =>
      mountpoint === null ? feeds.of(stationId) : derived.feedAt(mountpoint, stationId),
    mountsVersion: () => bases.mountsVersion,
    graceMs: times.graceMs,
  })
  tapped.subscribe((stationId, frames) => ephemerides.tap(stationId, frames))
  tapped.subscribe((...call) => forwards.tap(...call))
  return { feeds, ownership, remote, sharing, leaseSync, sources, bases, ephemerides, derived, forwards }
}

function composeRovers(services: CasterServices, options: CasterOptions, streams: Streams) {
  const { feeds, sources, bases, derived, ephemerides } = streams
  const { bus, clock, lastPlaceOf, warn } = services
  const { positionMs = 10_000, vrsTimeoutMs = 10_000, placeGoodMs: positionValidMs = PLACE_GOOD_MS } = options
  const sessions = new Sessions(services.record, clock)
  const engines = new Engines(services)
  const geofences = new Geofences({ lastPlaceOf, positionValidMs })
  const openNtripStream = ntripRoverStreams(services)
  return {
    sessions,
    engines,
    geofences,
    network: new NetworkRovers({
      ...{ bases, engines, derived, clock, geofences, lastPlaceOf },
      ephemerides: ephemerides.availableFor(null),
      openStream: services.openEngineStream ?? openNtripStream,
      timeouts: { positionMs, vrsTimeoutMs },
    }),
    upstreamRoverStreams: new UpstreamRoverStreams({ bases, geofences, openStream: openNtripStream, positionMs }),
    onDemand: new OnDemandPulls({
      ...{ feeds, pulls: sources.pulls, bus, rovers: sessions.all, warn },
      ...{ idleMs: options.idleMs ?? 60_000, graceMs: feeds.times.graceMs, failed: services.offersFailed },
    }),
    fallbacks: new FallbackStations(bases, derived, sessions.all),
    standbyNotes: new StandbyNotes(bases, sessions.all),
    groupSessions: new GroupSessions(bases),
    ghosts: new Ghosts(sessions.all, options.ghostMs ?? 15_000),
    totals: new RoverTotals(sessions.all),
  }
}
