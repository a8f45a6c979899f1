// The NTRIP caster: its ports, its parts, and what it does a few times a second.
import net from 'node:net'
import { limitConnections } from '../base/limits/connection-limit.ts'
import { PLACE_GOOD_MS } from '../domain/credentials/fence.ts'
import type { EndReason } from '../domain/sessions/session.ts'
import { Door } from './door/door.ts'
import { type OpenPort, openPort } from './door/open-port.ts'
import { secureServer } from './door/secure-server.ts'
import { endSlowly, TO_THE_NEXT_PROCESS } from './drain.ts'
import { Telemetry } from './health/telemetry.ts'
import { EngineWatch } from './network/engine-watch.ts'
import { NetworkMountpoint } from './network/network-mountpoint.ts'
import { RoverLines } from './network/rover-lines.ts'
import { QuietLog } from './quiet-log.ts'
import { BackupNotes } from './rovers/backup-notes.ts'
import { learnFastWrite } from './rovers/fast-write.ts'
import { Fences } from './rovers/fences.ts'
import { Ghosts } from './rovers/ghosts.ts'
import { GroupSessions } from './rovers/group-sessions.ts'
import type { Rover, RoverEvents } from './rovers/rover.ts'
import { Sessions } from './rovers/sessions.ts'
import type { CasterServices } from './services.ts'
import { Settings } from './settings.ts'
import { BusNotes } from './sharing/bus-notes.ts'
import { Ownership } from './sharing/ownership.ts'
import { Sharing, type SharingCounts } from './sharing/sharing.ts'
import { BaseFeeds } from './streams/bases.ts'
import { Demand } from './streams/demand.ts'
import { MadeFeeds } from './streams/made-feeds.ts'
import { Sources } from './streams/sources.ts'
import { StandIns } from './streams/stand-ins.ts'

const TICK_MS = 250
const FEEL_MS = 1_000
const TIDY_MS = 60_000
const MOUNTS_MS = 1_000
const LEASES_MS = 2_500

export interface CasterOptions {
  readonly host: string
  readonly port: number
  readonly tls: { readonly port: number; readonly certFile: string; readonly keyFile: string } | null
  /** Further ones that lead to the same doors. */
  readonly morePorts?: { readonly plain: readonly number[]; readonly secure: readonly number[] }
  /** Other casters of this machine listen on the same ones (Linux). */
  readonly sharesPorts?: boolean
  readonly chunked: boolean
  /** So many sessions may an address have at open mountpoints. */
  readonly openPerAddress?: number
  /** Balancers that say whose the connections are that they pass on (PROXY protocol); null: nobody does. */
  readonly isProxy?: ((address: string) => boolean) | null
  /** So many connections one address may have at once; null: as many as come. */
  readonly mostPerAddress?: number | null
  readonly handshakeMs?: number
  /** So long a push that has sent nothing yet keeps others from its mountpoint; a base that is silent for so long may be dead. */
  readonly firstBytesMs?: number
  /** After so long without another byte a head without its empty line is taken for whole. */
  readonly quietMs?: number
  /** So long a base that broke off is waited for before its rovers get another one. */
  readonly graceMs?: number
  /** So long a base must flow before rovers of another one change to it. */
  readonly stableMs?: number
  /** So often it looks whether stations, pulls or the VRS engine have changed. */
  readonly settingsMs?: number
  /** After so long without a position, a network rover gets the base of where it was before, and its record says so. */
  readonly positionMs?: number
  /** After so long without a position, a network rover with a fence gets nothing until it says again where it is. */
  readonly placeGoodMs?: number
  /** After so long without data of the VRS engine, a base serves. */
  readonly vrsPatienceMs?: number
  /** So often the VRS engine is asked whether it answers. */
  readonly probeMs?: number
  /** So often the certificate's files are looked at. */
  readonly certificateMs?: number
  /** A rover that takes nothing for so long is gone. */
  readonly ghostMs?: number
  /** So long after its last rover a stream of another caster is still pulled. */
  readonly idleMs?: number
}

export type CasterPatience = Pick<
  CasterOptions,
  | 'handshakeMs'
  | 'quietMs'
  | 'firstBytesMs'
  | 'graceMs'
  | 'stableMs'
  | 'settingsMs'
  | 'positionMs'
  | 'placeGoodMs'
  | 'vrsPatienceMs'
  | 'probeMs'
  | 'certificateMs'
  | 'ghostMs'
  | 'idleMs'
>

export interface CasterCounts {
  readonly rovers: number
  readonly sources: number
  readonly bytesOut: number
  readonly bytesIn: number
  readonly droppedForSlowness: number
  /** Not sent because something newer was there when the rover took data again. */
  readonly leftOutBytes: number
  /** Mountpoints that are altered now for somebody; and what could not be converted, by why. */
  readonly altered: number
  readonly notConverted: ReadonlyMap<string, number>
  /** null: this node shares its streams with nobody. */
  readonly sharing: SharingCounts | null
}

export interface Caster {
  readonly address: net.AddressInfo
  readonly tlsAddress: net.AddressInfo | null
  readonly sessions: Sessions
  readonly sources: Sources
  counts(): CasterCounts
  /** Takes nobody new, closes its rovers slowly and then its bases, and stops. */
  drain(): Promise<void>
  /** The same within seconds, for a process that has taken over the ports. `basesFirst`: its rovers hear no base that is not there. */
  retire(basesFirst: boolean): Promise<void>
  /** Stations or groups may have changed: sooner than it would look by itself. */
  lookAnew(): void
  /** Others may have taken this node for dead, and its stations with it: it lets go of those. */
  takeBack(): Promise<void>
  stop(): Promise<void>
}

const NO_MORE = { plain: [], secure: [] }

/** Another port of the same door. */
const leadingTo = (server: net.Server): net.Server =>
  net.createServer({ allowHalfOpen: true }, (socket) => void server.emit('connection', socket))

export async function startCaster(services: CasterServices, options: CasterOptions): Promise<Caster> {
  if (!(await learnFastWrite()))
    services.warn('this Node does not allow fast writes; the caster uses ordinary ones', {})
  const patience = { graceMs: options.graceMs ?? 15_000, stableMs: options.stableMs ?? 180_000 }
  const bases = new BaseFeeds(patience, services.clock)
  const made = new MadeFeeds(bases, patience, services.clock)
  const log = new QuietLog(services.warn)
  const counting: CasterServices = { ...services, count: (socket) => count(socket) }
  const { bus, leases, node, warn } = services
  const ownership = leases && new Ownership({ leases, bus, node, bases, warn })
  const sources = new Sources(bases, services.clock, counting, log, options.firstBytesMs ?? 3_000, ownership)
  if (ownership) ownership.newcomer = (stationId, proof) => sources.newcomer(stationId, proof)
  const nowMs = () => services.clock().getTime()
  const sharing = bus && ownership && new Sharing({ bus, leases, ownership, bases, sources, node, nowMs })
  if (sharing) {
    sources.shapeElsewhere = (stationId) => sharing.elsewhere.shapeOf(stationId)
    sources.isElsewhere = (stationId) => sharing.elsewhere.isHeard(stationId)
  }
  const sessions = new Sessions(services.record, services.clock)
  const engine = new EngineWatch(counting)
  const network = new NetworkMountpoint(bases, engine, counting, {
    positionMs: options.positionMs ?? 10_000,
    placeGoodMs: options.placeGoodMs ?? PLACE_GOOD_MS,
    vrsPatienceMs: options.vrsPatienceMs ?? 10_000,
  })
  const standIns = new StandIns(bases, made, sessions.all)
  const backupNotes = new BackupNotes(bases, sessions.all)
  const fences = new Fences(services)
  const lines = new RoverLines(bases, counting, {
    positionMs: options.positionMs ?? 10_000,
    placeGoodMs: options.placeGoodMs ?? PLACE_GOOD_MS,
  })
  const { offersFailed: failed } = services
  const wanting = { idleMs: options.idleMs ?? 60_000, graceMs: patience.graceMs }
  const demand = new Demand({ bases, sources, bus, rovers: sessions.all, ...wanting, failed, warn })
  bases.isLost = (stationId) => sources.isLost(stationId)
  const { needed } = bases
  bases.needed = (stationId) => {
    needed(stationId)
    demand.need(stationId)
  }
  const busNotes = new BusNotes(bases, sessions.all)
  const groupSessions = new GroupSessions(bases)
  const settings = new Settings({
    ...{ services, bases, sources, sessions, groupSessions, network, engine, lines, demand },
  })
  const ghosts = new Ghosts(sessions.all, options.ghostMs ?? 15_000)
  let bytesOfEnded = 0
  let dropped = 0
  const roverEvents: RoverEvents = {
    clock: services.clock,
    positioned(rover: Rover, gga, sentence) {
      fences.positioned(rover, gga)
      network.positioned(rover, gga, sentence)
      lines.positioned(rover, gga, sentence)
    },
    distanceKm: ({ source, lat, lng }) => bases.distanceKm(source, lat === null || lng === null ? null : { lat, lng }),
    // At once: who asks why they get nothing asks while they are connected.
    noted: (rover: Rover) => sessions.recordProgressOf(rover),
    stalled: (rover: Rover) => ghosts.stalled(rover),
    wentOn: (rover: Rover, leftOut: number) => ghosts.wentOn(rover, leftOut),
    ended(rover: Rover, reason: EndReason) {
      ghosts.ended(rover)
      backupNotes.ended(rover)
      network.remove(rover)
      made.forget(rover)
      groupSessions.remove(rover)
      fences.remove(rover)
      lines.remove(rover)
      demand.ended(rover)
      sessions.remove(rover, reason)
      bytesOfEnded += rover.bytes
      if (reason === 'too_slow') dropped += 1
    },
  }
  const door = new Door(
    {
      ...{ services, bases, sources, made, standIns, ownership, sessions, groupSessions, network, fences, lines },
      ...{ roverEvents, log },
      offerOf: (stationId) => settings.offerOf(stationId),
    },
    {
      handshakeMs: options.handshakeMs ?? 10_000,
      quietMs: options.quietMs ?? 2_000,
      chunked: options.chunked,
      ...(options.openPerAddress !== undefined && { openPerAddress: options.openPerAddress }),
      isProxy: options.isProxy ?? null,
      mostPerAddress: options.mostPerAddress ?? null,
    },
  )

  const quietly = (what: string, work: () => Promise<void>) => () =>
    void work().catch((err) => services.warn(`${what} failed`, { err }))
  const tellNotConverted = () =>
    made
      .tellLeftOut(services.notConverted)
      .catch((err) => services.warn('what could not be converted could not be recorded', { err }))
  const readStations = quietly('reading the stations', () => settings.readInTurn())
  const asks = () => settings.asksForCertificates
  const secure = options.tls ? secureServer(options.tls, options.certificateMs ?? 5_000, door, services, asks) : null
  const plain = net.createServer({ allowHalfOpen: true }, door.accept)
  const servers = [plain, ...(secure ? [secure.server] : [])]
  const count = limitConnections(servers, {
    warn: (message) => services.warn(message, {}),
    makeRoom: () => door.makeRoom(),
  })
  const unrecorded = (err: unknown) => services.warn('health could not be recorded', { err })
  const telemetry = new Telemetry(sources, bases, services.health, services.clock, unrecorded, sharing, standIns)
  const timers: NodeJS.Timeout[] = []
  const ports: OpenPort[] = []
  const letNobodyIn = () => {
    for (const port of ports) void port.close()
    door.close()
  }
  let stopped: Promise<void> | null = null
  const stopAll = async () => {
    for (const timer of timers) clearInterval(timer)
    const closing = ports.map((port) => port.close())
    secure?.stop()
    door.close()
    sessions.endAll('shutdown')
    demand.close()
    sources.close()
    engine.stop()
    await ownership?.close()
    sharing?.close()
    await Promise.all([...closing, telemetry.stop(), tellNotConverted()])
  }
  const stop = () => {
    stopped ??= stopAll()
    return stopped
  }
  try {
    await settings.read()
    timers.push(
      setInterval(() => {
        sessions.endExpired()
        ownership?.look()
        sharing?.look()
        sources.look()
        bases.look()
        standIns.look()
        made.look()
        if (sharing) busNotes.look()
        groupSessions.look()
        network.look()
        ghosts.look()
      }, TICK_MS),
      setInterval(() => {
        sessions.look()
        sources.letRest()
        backupNotes.look()
        demand.look()
        lines.look()
      }, FEEL_MS),
      setInterval(
        quietly('looking for ghosts', () => ghosts.lookIntoKernel(ports.map(({ address }) => address))),
        ghosts.kernelLookMs,
      ),
      setInterval(readStations, options.settingsMs ?? 5_000),
      // What is removed or closed is noticed within a second; that it cannot be read is said above.
      setInterval(
        () =>
          void services.book().then(
            (book) => bases.use(book),
            () => {},
          ),
        MOUNTS_MS,
      ),
      setInterval(() => {
        door.tidy()
        log.sumUp()
      }, TIDY_MS),
      setInterval(() => void tellNotConverted(), TIDY_MS),
      setInterval(() => engine.ask(), options.probeMs ?? 60_000),
    )
    if (sharing) {
      const readLeases = () =>
        sharing.readLeases().catch((err) => services.warn('reading which node has which station failed', { err }))
      await readLeases() // who comes first is told why it hears nothing, too
      await sharing.meetOthers() // and hears what they have
      const compare = quietly('comparing the leases of stations', () => sharing.compareLeases())
      timers.push(
        setInterval(() => void readLeases(), LEASES_MS),
        setInterval(compare, LEASES_MS),
      )
    }
    const { host, port, sharesPorts: isShared = false } = options
    ports.push(await openPort(plain, { host, port, isShared }))
    if (secure) ports.push(await openPort(secure.server, { host, port: options.tls!.port, isShared }))
    const { plain: morePlain, secure: moreSecure } = options.morePorts ?? NO_MORE
    for (const more of morePlain) ports.push(await openPort(leadingTo(plain), { host, port: more, isShared }))
    for (const more of secure ? moreSecure : [])
      ports.push(await openPort(leadingTo(secure!.server), { host, port: more, isShared }))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    address: ports[0]!.address,
    tlsAddress: secure ? ports[1]!.address : null,
    sessions,
    sources,
    counts: () => ({
      rovers: sessions.all.length,
      sources: sources.count,
      bytesOut: sessions.all.reduce((sum, rover) => sum + rover.bytes, bytesOfEnded),
      bytesIn: [...bases.feeds].reduce((sum, feed) => sum + feed.bytesIn, 0),
      droppedForSlowness: dropped,
      leftOutBytes: ghosts.leftOutBytes,
      altered: made.running,
      notConverted: made.leftOut,
      sharing: sharing?.counts ?? null,
    }),
    async drain() {
      letNobodyIn()
      sources.handOverPulls()
      await endSlowly(sessions, () => stopped !== null)
      await stop()
    },
    async retire(basesFirst) {
      letNobodyIn()
      if (basesFirst) sources.close()
      else sources.handOverPulls()
      await endSlowly(sessions, () => stopped !== null, TO_THE_NEXT_PROCESS)
      await stop()
    },
    lookAnew: readStations,
    takeBack: async () => ownership?.takeBack(),
    stop,
  }
}
