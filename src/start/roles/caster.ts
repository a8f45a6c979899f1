// The role `caster`: connects the caster to the database, and notifies it of changes that other processes make there.
import type { Logger } from 'pino'
import { recordAnnounced } from '../../actions/stations/announced-equipment.ts'
import { placeFromStream } from '../../actions/stations/position.ts'
import type { Config } from '../../base/config/config.ts'
import { hasLittleMemory } from '../../base/limits/little-memory.ts'
import type { Around } from '../../base/running/around.ts'
import { type Component, Components } from '../../base/running/component.ts'
import { Signal } from '../../base/running/signal.ts'
import { type Caster, startCaster } from '../../caster/caster.ts'
import type { CasterOptions, CasterTimes } from '../../caster/options.ts'
import type { CasterServices } from '../../caster/services.ts'
import { allTaps } from '../../caster/streams/sources/station-tap.ts'
import { system } from '../../domain/audit/action.ts'
import type { SessionName } from '../../domain/sessions/session.ts'
import { isWithin, parseCidr } from '../../domain/webhooks/public-address.ts'
import { RememberedPasses } from '../../reads/remembered-passes.ts'
import { holdAgain } from '../../recording/admissions.ts'
import { HealthRecorder } from '../../recording/health/recorder.ts'
import { SessionRecorder } from '../../recording/sessions.ts'
import type { Current } from '../../store/current/current.ts'
import { SESSIONS_WATCHED } from '../../store/delivery/live.ts'
import type { DatabasePool } from '../../store/kit/database.ts'
import { UPSTREAMS_CHANGED } from '../../store/network/upstreams/rows.ts'
import { en } from '../../words/en.ts'
import { alarmText } from '../../words/stations.ts'
import { openBus } from '../bus/open-bus.ts'
import { CredentialChanges, KickedSessions } from '../caster/credential-changes.ts'
import { startQuality } from '../caster/quality.ts'
import { type RecordingPlace, startRecording } from '../caster/recording.ts'
import { casterServices } from '../caster/services.ts'
import { tapsOf } from '../caster/taps.ts'
import type { Foundation } from '../foundation.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { NodeLease } from '../processes/node-lease.ts'
import { descriptorsAt, type PassedSocket } from '../processes/passed-sockets.ts'

export interface CasterRole {
  readonly caster: Caster
  readonly lease: NodeLease
  /** It rejects new connections. */
  isDraining(): boolean
  stop(): Promise<void>
}

export interface CasterRoleOptions extends CasterTimes {
  /** How long rovers are admitted from memory after the database last answered. */
  readonly remembersMs?: number
  readonly stationTap?: CasterServices['stationTap']
  readonly openEngineStream?: CasterServices['openEngineStream']
}

export interface CasterRoleDependencies extends Pick<Foundation, 'db' | 'keys' | 'clock'> {
  readonly around?: Around | undefined
  readonly current: () => Promise<Current>
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'watchCaster'> & Partial<Pick<Metrics, 'watchRecording' | 'watchQuality'>>
  /** If omitted, the caster records nothing and measures no quality. */
  readonly archive?: RecordingPlace | undefined
}

export type CasterConfig = Pick<
  Config,
  | 'casterHost'
  | 'casterPort'
  | 'casterTls'
  | 'casterChunked'
  | 'casterOpenPerAddress'
  | 'casterGraceSeconds'
  | 'casterProcesses'
  | 'casterPullAllow'
  | 'casterInputs'
  | 'casterRemembersMinutes'
  | 'casterTrustedProxies'
  | 'casterVrsTimeoutSeconds'
  | 'nodeName'
  | 'nats'
> &
  Partial<Pick<Config, 'casterPorts' | 'casterTlsPorts' | 'casterConnectionsPerAddress' | 'trustProxy'>> & {
    readonly casterName?: string | undefined
    readonly sockets?: readonly PassedSocket[] | undefined
  }

export async function startCasterRole(
  dependencies: CasterRoleDependencies,
  config: CasterConfig,
  { remembersMs, stationTap, openEngineStream, ...times }: CasterRoleOptions = {},
): Promise<CasterRole> {
  const { db, log, metrics } = dependencies
  const { nodeName: machine, casterName: name = machine } = config
  const warn = (message: string) => (err: unknown) => log.warn({ err }, message)
  const lease = await NodeLease.take({ db, log }, { name, machine, roles: ['caster'] })
  const replaced = new Signal<[session: SessionName]>()
  const recorder = new SessionRecorder(db, lease, warn('Could not record sessions'), (session) =>
    replaced.emit(session),
  )
  const health = healthRecorder(dependencies, config.nats && lease.id)
  const memory = new RememberedPasses(remembersMs ?? config.casterRemembersMinutes * 60_000, () =>
    log.warn('Database unavailable; admitting rovers seen in the last 24 hours from the cache'),
  )
  const bus = await openBus(config.nats, `${name} ${lease.id}`, dependencies)
  const beneath: Component[] = [lease, recorder, { stop: () => bus?.close() }]
  const services = casterServices({ ...dependencies, lease, bus, memory, recorder, health }, config)
  const recording = dependencies.archive && startRecording(dependencies, dependencies.archive, services)
  const follow = (stationIds: readonly number[]) => caster.follow(stationIds)
  const quality = dependencies.archive && !hasLittleMemory() ? startQuality(dependencies, services, follow) : undefined
  if (dependencies.archive && !quality) log.info('The quality of stations is not measured: this takes 512 MB of memory')
  const caster = await startCaster(
    {
      ...services,
      stationTap: allTaps(tapsOf(recording, quality, stationTap)),
      ...(quality && { followedTap: quality.followedTap }),
      ...(openEngineStream && { openEngineStream }),
    },
    { ...casterOptions(config), ...times },
  ).catch(async (error) => {
    await new Components(beneath, services.warn).stop()
    throw error
  })
  const { sessions } = caster
  replaced.subscribe((session) => sessions.end(session, 'replaced'))
  lease.onBack(() => caster.takeBack())
  lease.onBack(() => holdAgain(recorder, sessions.all))
  lease.tells(() => ({
    rovers: sessions.all.length,
    stations: caster.sources.stations.flowing,
    bus: bus && (bus.isUp() ? 'up' : 'away'),
    measures: quality !== undefined,
  }))
  metrics.watchCaster(() => ({
    ...caster.counts(),
    refusals: recorder.refusalCounts,
    unrecorded: recorder.givenUp,
    alarms: health.alarmCounts(),
  }))
  if (recording) metrics.watchRecording?.(recording.figures)
  if (quality) metrics.watchQuality?.(() => quality.figures)
  let isDraining = false
  lease.onDrain(() => {
    isDraining = true
    void drain(caster, log)
  })
  const components = new Components(
    [
      ...beneath,
      ...(recording?.components ?? []),
      ...(quality?.components ?? []),
      { stop: () => caster.stop() },
      new CredentialChanges({ db, node: lease.id, sessions, memory, warn }),
      new KickedSessions({ db, node: lease.id, sessions, warn }),
      listener(db, 'groups_changed', () => caster.reconcile()),
      listener(db, 'certificates_changed', () => caster.reconcile()),
      listener(db, UPSTREAMS_CHANGED, () => caster.reconcile()),
      // A page that is open repeats the notification, so missed ones need no sweep.
      listener(db, SESSIONS_WATCHED, (ids) => ids !== null && sessions.watch(ids.split(' ').map(Number))),
    ],
    services.warn,
  )
  await components.start()
  return {
    caster,
    lease,
    isDraining: () => isDraining,
    stop: () => components.stop(),
  }
}

function casterOptions(config: CasterConfig): CasterOptions {
  const proxies = config.casterTrustedProxies.map(parseCidr)
  const httpProxies = (config.trustProxy ?? []).map(parseCidr)
  const { casterHost: host, sockets = [] } = config
  return {
    host,
    port: config.casterPort,
    tls: config.casterTls,
    mostPerAddress: config.casterConnectionsPerAddress ?? null,
    morePorts: { plain: config.casterPorts ?? [], secure: config.casterTlsPorts ?? [] },
    sharesPorts: config.casterProcesses > 1,
    passedDescriptors: (port) => descriptorsAt(sockets, { host, port }),
    chunked: config.casterChunked,
    openPerAddress: config.casterOpenPerAddress,
    isProxy: proxies.length > 0 ? (address) => isWithin(address, proxies) : null,
    isHttpProxy: httpProxies.length > 0 ? (address) => isWithin(address, httpProxies) : null,
    graceMs: 1000 * config.casterGraceSeconds,
    vrsTimeoutMs: 1000 * config.casterVrsTimeoutSeconds,
  }
}

function healthRecorder({ db, current, log }: CasterRoleDependencies, node: string | null): HealthRecorder {
  return new HealthRecorder({
    db,
    book: async () => (await current()).book,
    tellAlarm: (station, alarm, begins) =>
      begins
        ? log.warn({ station, alarm: alarm.kind }, `station ${station}: ${alarmText(en, alarm)}`)
        : log.info({ station, alarm: alarm.kind }, `station ${station}: ${alarm.kind} is over`),
    place: (id, announced, now) => placeFromStream({ db, now, by: system('caster') }, { id }, announced),
    equip: (id, announcement, now) => recordAnnounced({ db, now, by: system('caster') }, id, announcement),
    node,
  })
}

function listener(db: DatabasePool, channel: string, heard: (payload: string | null) => void): Component {
  let unlisten: (() => Promise<void>) | null = null
  return {
    start() {
      unlisten = db.listen(channel, heard)
    },
    stop: () => unlisten?.(),
  }
}

/** A drained caster stays drained until its process is started again. */
async function drain(caster: Caster, log: Logger): Promise<void> {
  log.info({ rovers: caster.sessions.all.length }, 'Draining: this caster accepts no new connections')
  await caster.drain()
  log.info('Drained: the process of this caster can be stopped or restarted')
}
