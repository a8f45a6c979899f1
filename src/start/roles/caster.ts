// The caster role: hands the caster what it needs of the database, and carries to it what others change there.

import type { Logger } from 'pino'
import type { Config } from '../../base/config/config.ts'
import { type Around, followed } from '../../base/running/around.ts'
import { PatientRound } from '../../base/running/patient-round.ts'
import { SharedRound } from '../../base/running/shared-round.ts'
import { wakeableLoop } from '../../base/running/wakeable-loop.ts'
import { randomCode } from '../../base/secrets.ts'
import { type Caster, type CasterPatience, startCaster } from '../../caster/caster.ts'
import type { Upstream } from '../../domain/network/source-address.ts'
import type { CredentialChange } from '../../domain/sessions/changes.ts'
import type { KnownPlace } from '../../domain/sessions/session.ts'
import type { SecondSource } from '../../domain/stations/backup.ts'
import type { PushRule } from '../../domain/stations/certificate.ts'
import { isWithin, parseCidr, reachOf } from '../../domain/webhooks/public-address.ts'
import { admitPush, listPushRules } from '../../reads/admit-push.ts'
import { APART_MS, roverAdmitter } from '../../reads/admit-rover.ts'
import { RememberedPasses } from '../../reads/remembered-passes.ts'
import { listOffers, listPulled, listSecondSources, openUpstream } from '../../reads/streams.ts'
import { holdAgain, sessionOpener } from '../../recording/admissions.ts'
import { HealthRecorder } from '../../recording/health/recorder.ts'
import { offersFailed } from '../../recording/offers-failed.ts'
import { SessionRecorder } from '../../recording/sessions.ts'
import { changedAmong } from '../../store/credentials/passes.ts'
import type { Current } from '../../store/current/current.ts'
import { SESSIONS_WATCHED } from '../../store/delivery/live.ts'
import { isDatabaseUnavailable } from '../../store/kit/connections/unavailable.ts'
import { addNotConverted } from '../../store/network/not-converted.ts'
import { UPSTREAMS_CHANGED } from '../../store/network/upstreams/rows.ts'
import { noteUpstream } from '../../store/network/vrs-engine.ts'
import { addGuessDebts } from '../../store/sessions/guess-debts.ts'
import { listKicked, listLastPlaces } from '../../store/sessions/rows.ts'
import { en } from '../../words/en.ts'
import { alarmText } from '../../words/stations.ts'
import { openBus } from '../bus/open-bus.ts'
import type { Foundation } from '../foundation.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { NodeLease } from '../processes/node-lease.ts'
import { tellFailedOffers } from './failed-offers.ts'
import { addressesOf } from './source-names.ts'
import { stationLeases } from './station-leases.ts'

const SWEEP_MS = 30_000
/** What a sweep was called for may not wait for the next one, because the database had only just come back. */
const SWEEP_AGAIN_MS = 1_000
const SESSION_ID_LENGTH = 12
/** So long the database is waited for where something is remembered. */
const DOUBT_MS = 2_000
/** How many credentials are asked about at once. */
const ASKED_AT_ONCE = 5_000

export interface CasterRole {
  readonly caster: Caster
  readonly lease: NodeLease
  /** It takes nobody new. */
  isDraining(): boolean
  stop(): Promise<void>
  /** Another process listens on the same ports: its rovers come to that. */
  retire(basesFirst: boolean): Promise<void>
}

export interface CasterRolePatience extends CasterPatience {
  /** So long after the database was last heard rovers are let in from memory. */
  readonly remembersMs?: number
}

export async function startCasterRole(
  { db, keys, clock, around }: Pick<Foundation, 'db' | 'keys' | 'clock'> & { readonly around?: Around | undefined },
  config: Pick<
    Config,
    | 'casterHost'
    | 'casterPort'
    | 'casterTls'
    | 'casterChunked'
    | 'casterOpenPerAddress'
    | 'casterGraceSeconds'
    | 'casterProcesses'
    | 'casterPullAllow'
    | 'casterRemembersMinutes'
    | 'casterTrustedProxies'
    | 'casterVrsPatienceSeconds'
    | 'nodeName'
    | 'nats'
  > &
    Partial<Pick<Config, 'casterPorts' | 'casterTlsPorts' | 'casterConnectionsPerAddress'>> & {
      readonly casterName?: string | undefined
      readonly takesOver?: boolean
    },
  current: () => Promise<Current>,
  log: Logger,
  metrics: Pick<Metrics, 'watchCaster'>,
  { remembersMs = config.casterRemembersMinutes * 60_000, ...patience }: CasterRolePatience = {},
): Promise<CasterRole> {
  const { nodeName: machine, casterName: name = machine } = config
  const lease = await NodeLease.take({ db, log }, { name, machine, roles: ['caster'] })
  const node = lease.id
  const warn = (what: string) => (err: unknown) => log.warn({ err }, what)

  const pullAllowed = config.casterPullAllow.map(parseCidr)
  const proxies = config.casterTrustedProxies.map(parseCidr)
  const recorder = new SessionRecorder(db, lease, warn('sessions could not be recorded'), (session) =>
    caster.sessions.end(session, 'replaced'),
  )
  const health = new HealthRecorder({
    db,
    book: async () => (await current()).book,
    tellAlarm: (station, alarm, begins) =>
      begins
        ? log.warn({ station, alarm: alarm.kind }, `station ${station}: ${alarmText(en, alarm)}`)
        : log.info({ station, alarm: alarm.kind }, `station ${station}: ${alarm.kind} is over`),
    node: config.nats && node,
  })
  const lastPlaces = new SharedRound<string, KnownPlace | null>(async (ids) => {
    const found = await listLastPlaces(db, ids).catch((err) => {
      log.warn({ err }, 'last positions could not be read')
      return []
    })
    const places = new Map(found.map((place) => [place.sessionId, place]))
    return ids.map((id) => places.get(id) ?? null)
  })
  const memory = new RememberedPasses(remembersMs, () =>
    log.warn('the database does not answer: rovers that were here in the last 24 hours are let in from memory'),
  )
  const bus = await openBus(config.nats, `${name} ${node}`, log)
  const { known, book, isDoubted, asOf } = lastKnown(current, () => memory.heard())
  const caster = await startCaster(
    {
      clock,
      book: async () => (await known()).book,
      bookAsOf: asOf,
      admitRover: followed(
        around,
        'admit rover',
        roverAdmitter({ db, keys, book, clock, memory, patienceMs: DOUBT_MS, isDoubted }),
      ),
      openSession: followed(
        around,
        'open session',
        sessionOpener(recorder, {
          ...{ patienceMs: DOUBT_MS, isDoubted, apartMs: APART_MS, isAway: isDatabaseUnavailable, memory },
        }),
      ),
      admitStation: (station, shown) => admitPush(db, keys, station.id, shown, clock()),
      tellGuesses: (takenMs) => addGuessDebts(db, takenMs),
      pulls: whileStationsStay(known, () => listPulled(db, keys), new Map<number, Upstream>()),
      pushRules: whileStationsStay(known, () => listPushRules(db), new Map<number, PushRule>()),
      backups: whileStationsStay(known, () => listSecondSources(db, keys), new Map<number, SecondSource>()),
      offers: whileStationsStay(known, () => listOffers(db, keys), new Map<number, Upstream>()),
      async offersFailed(failures) {
        tellFailedOffers(log, book(), await offersFailed(db, failures, clock()))
      },
      notConverted: (counts) => addNotConverted(db, counts, clock()),
      addressesOf,
      mayReach: (address) => reachOf(address, pullAllowed) !== 'forbidden',
      upstream: whileStationsStay(known, () => openUpstream(db, keys), null),
      async upstreamAnswered(error) {
        await noteUpstream(db, clock(), error)
      },
      lastPlaceOf: (sessionId) => lastPlaces.join(sessionId),
      record: recorder,
      health,
      newId: () => randomCode(SESSION_ID_LENGTH),
      warn: (message, detail) => log.warn(detail, message),
      node,
      bus,
      // Without a bus each node needs its own source of a station: nobody hears another's.
      leases: bus && stationLeases(db, lease, config.casterProcesses),
    },
    {
      host: config.casterHost,
      port: config.casterPort,
      tls: config.casterTls,
      mostPerAddress: config.casterConnectionsPerAddress ?? null,
      morePorts: { plain: config.casterPorts ?? [], secure: config.casterTlsPorts ?? [] },
      sharesPorts: config.casterProcesses > 1 || config.takesOver === true,
      chunked: config.casterChunked,
      openPerAddress: config.casterOpenPerAddress,
      isProxy: proxies.length > 0 ? (address) => isWithin(address, proxies) : null,
      graceMs: 1000 * config.casterGraceSeconds,
      vrsPatienceMs: 1000 * config.casterVrsPatienceSeconds,
      ...patience,
    },
  ).catch(async (error) => {
    await bus?.close()
    await recorder.stop()
    await lease.stop()
    throw error
  })
  lease.onBack(() => caster.takeBack())
  lease.tells(() => ({
    rovers: caster.sessions.all.length,
    stations: caster.sources.count,
    bus: bus && (bus.isUp() ? 'up' : 'away'),
  }))
  metrics.watchCaster(() => ({
    ...caster.counts(),
    refusals: recorder.refusalCounts,
    unrecorded: recorder.givenUp,
    alarms: health.alarmCounts(),
  }))

  lease.onBack(() => holdAgain(recorder, caster.sessions.all))
  let isDraining = false
  lease.onDrain(() => {
    isDraining = true
    void drain(caster, log)
  })

  const revoke = (id: number) => {
    memory.revoke(id)
    caster.sessions.revoke(id)
  }
  const change = (changed: CredentialChange) => {
    memory.change(changed)
    caster.sessions.change(changed)
  }
  let hasMissed = false
  /** Since the sweep began: what it has read may be older. */
  const toldSince = new Set<number>()
  /** The net under the notices: whatever was missed is found here. */
  const followChanges = wakeableLoop(
    async () => {
      const live = caster.sessions.known()
      memory.look(live)
      const doubted = hasMissed ? [...live, ...memory.known] : live
      hasMissed = false
      toldSince.clear()
      try {
        for (let at = 0; at < doubted.length; at += ASKED_AT_ONCE)
          for (const { revoked, ...changed } of await changedAmong(db, doubted.slice(at, at + ASKED_AT_ONCE)))
            if (revoked) revoke(changed.id)
            else if (!toldSince.has(changed.id)) change(changed)
      } catch (error) {
        hasMissed = true
        throw error
      }
    },
    { everyMs: SWEEP_MS, againMs: SWEEP_AGAIN_MS, warn: warn('the sweep of changed credentials failed') },
  )
  const endKicked = wakeableLoop(
    async () => {
      for (const { reason, ...session } of await listKicked(db, node)) caster.sessions.end(session, reason)
    },
    { everyMs: SWEEP_MS, againMs: SWEEP_AGAIN_MS, warn: warn('the sweep of kicked sessions failed') },
  )
  const stopListening = [
    db.listen('credentials_revoked', (id) => {
      if (id !== null) return revoke(Number(id))
      hasMissed = true
      followChanges.wake()
    }),
    db.listen('credentials_changed', (told) => {
      if (told === null) {
        hasMissed = true
        return followChanges.wake()
      }
      const changed: CredentialChange = JSON.parse(told)
      toldSince.add(changed.id)
      change(changed)
    }),
    db.listen('sessions_kicked', endKicked.wake), // why each is to end stands in the database
    db.listen('groups_changed', () => caster.lookAnew()),
    db.listen('certificates_changed', () => caster.lookAnew()),
    db.listen(UPSTREAMS_CHANGED, () => caster.lookAnew()),
    // Missed ones come again for as long as a page is open.
    db.listen(SESSIONS_WATCHED, (ids) => ids !== null && caster.sessions.watch(ids.split(' ').map(Number))),
  ]
  const stop = async () => {
    await Promise.all(stopListening.map((stop) => stop()))
    await Promise.all([followChanges, endKicked].map((loop) => loop.stop()))
    await caster.stop()
    await bus?.close()
    await recorder.stop()
    await lease.stop()
  }
  return {
    caster,
    lease,
    isDraining: () => isDraining,
    stop,
    async retire(basesFirst) {
      await caster.retire(basesFirst)
      await stop()
    },
  }
}

/** It stays so: whoever wants this caster again starts its process again. */
async function drain(caster: Caster, log: Logger): Promise<void> {
  log.info({ rovers: caster.sessions.all.length }, 'this caster is being drained: it takes nobody new')
  await caster.drain()
  log.info('this caster is drained: its process may be stopped, or started again')
}

/** While the database does not answer: what it said last. */
function lastKnown(current: () => Promise<Current>, heard: () => void) {
  let last: Current | undefined
  let asOf = Number.NEGATIVE_INFINITY
  const round = new PatientRound<void, Current>(
    async (callers) => {
      const asked = performance.now()
      const now = await current()
      last = now
      asOf = asked
      heard()
      return callers.map(() => now)
    },
    { patienceMs: DOUBT_MS, remembered: () => last, isAway: isDatabaseUnavailable, apartMs: APART_MS },
  )
  // Nobody comes in before it was asked once.
  return { known: () => round.join(), book: () => last!.book, isDoubted: () => round.isLate, asOf: () => asOf }
}

/** Read again only when the stations or the network changed. */
function whileStationsStay<Value>(
  current: () => Promise<Current>,
  read: () => Promise<Value>,
  nothing: Value,
): () => Promise<Value> {
  let known: { of: number | null; value: Promise<Value> } = { of: null, value: Promise.resolve(nothing) }
  return async () => {
    const { stations } = await current()
    if (known.of !== stations) {
      known = { of: stations, value: read() }
      known.value.catch(() => {
        known = { of: null, value: known.value }
      })
    }
    return known.value
  }
}
