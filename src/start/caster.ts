// The caster role: hands the caster what it needs of the database, and carries to it what others change there.

import type { Logger } from 'pino'
import { type Caster, type CasterPatience, startCaster } from '../caster/caster.ts'
import type { Config } from '../config.ts'
import type { Upstream } from '../domain/network/upstream.ts'
import type { KnownPlace } from '../domain/sessions/session.ts'
import { parseCidr, reachOf } from '../domain/webhooks/public-address.ts'
import { roverAdmitter } from '../reads/admit-rover.ts'
import { isPushSecret, listPulled, openUpstream } from '../reads/streams.ts'
import { HealthRecorder } from '../recording/health/recorder.ts'
import { SessionRecorder } from '../recording/sessions.ts'
import { SharedRound } from '../running/shared-round.ts'
import { wakeableLoop } from '../running/wakeable-loop.ts'
import { randomCode } from '../secrets.ts'
import { revokedAmong } from '../store/credentials/passes.ts'
import type { Current } from '../store/current/current.ts'
import { noteUpstream } from '../store/network/upstream.ts'
import { forgetCaster, listKicked, listLastPlaces, noteCaster } from '../store/sessions/rows.ts'
import { en } from '../words/en.ts'
import { alarmText } from '../words/stations.ts'
import type { Foundation } from './foundation.ts'
import type { Metrics } from './metrics.ts'
import { addressesOf } from './source-names.ts'

const SIGN_OF_LIFE_MS = 10_000
const LOST_AFTER_MS = 60_000
const SWEEP_MS = 30_000
const SESSION_ID_LENGTH = 12

export interface CasterRole {
  readonly caster: Caster
  stop(): Promise<void>
}

export async function startCasterRole(
  { db, keys, clock }: Pick<Foundation, 'db' | 'keys' | 'clock'>,
  config: Pick<
    Config,
    | 'casterHost'
    | 'casterPort'
    | 'casterTls'
    | 'casterChunked'
    | 'casterGraceSeconds'
    | 'casterPullAllow'
    | 'casterVrsPatienceSeconds'
  >,
  current: () => Promise<Current>,
  log: Logger,
  metrics: Pick<Metrics, 'watchCaster'>,
  patience: CasterPatience = {},
): Promise<CasterRole> {
  const node = randomCode(SESSION_ID_LENGTH)
  const warn = (what: string) => (err: unknown) => log.warn({ err }, what)
  const signOfLife = () => noteCaster(db, node, clock(), new Date(clock().getTime() - LOST_AFTER_MS))
  await signOfLife()

  const pullAllowed = config.casterPullAllow.map(parseCidr)
  const recorder = new SessionRecorder(db, node, warn('sessions could not be recorded'))
  const health = new HealthRecorder({
    db,
    book: async () => (await current()).book,
    tellAlarm: (station, alarm, begins) =>
      begins
        ? log.warn({ station, alarm: alarm.kind }, `station ${station}: ${alarmText(en, alarm)}`)
        : log.info({ station, alarm: alarm.kind }, `station ${station}: ${alarm.kind} is over`),
  })
  const lastPlaces = new SharedRound<string, KnownPlace | null>(async (ids) => {
    const found = await listLastPlaces(db, ids).catch((err) => {
      log.warn({ err }, 'last positions could not be read')
      return []
    })
    const places = new Map(found.map((place) => [place.sessionId, place]))
    return ids.map((id) => places.get(id) ?? null)
  })
  const caster = await startCaster(
    {
      clock,
      book: async () => (await current()).book,
      admitRover: roverAdmitter({ db, keys, current, clock, node }),
      admitStation: (station, password) => isPushSecret(db, keys, station.id, password),
      pulls: whileStationsStay(current, () => listPulled(db, keys), new Map<number, Upstream>()),
      addressesOf,
      mayReach: (address) => reachOf(address, pullAllowed) !== 'forbidden',
      upstream: whileStationsStay(current, () => openUpstream(db, keys), null),
      async upstreamAnswered(error) {
        await noteUpstream(db, clock(), error)
      },
      lastPlaceOf: (sessionId) => lastPlaces.join(sessionId),
      record: recorder,
      health,
      newId: () => randomCode(SESSION_ID_LENGTH),
      warn: (message, detail) => log.warn(detail, message),
    },
    {
      host: config.casterHost,
      port: config.casterPort,
      tls: config.casterTls,
      chunked: config.casterChunked,
      graceMs: 1000 * config.casterGraceSeconds,
      vrsPatienceMs: 1000 * config.casterVrsPatienceSeconds,
      ...patience,
    },
  ).catch(async (error) => {
    await recorder.stop()
    throw error
  })
  metrics.watchCaster(() => ({
    ...caster.counts(),
    refusals: recorder.refusalCounts,
    unrecorded: recorder.givenUp,
    alarms: health.alarmCounts(),
  }))

  /** The net under the notices: whatever was missed is found here. */
  const endRevoked = wakeableLoop(
    async () => {
      for (const id of await revokedAmong(db, caster.sessions.credentialIds())) caster.sessions.revoke(id)
    },
    { everyMs: SWEEP_MS, warn: warn('the sweep of revoked credentials failed') },
  )
  const endKicked = wakeableLoop(
    async () => {
      for (const { id, reason } of await listKicked(db, node)) caster.sessions.end(id, reason)
    },
    { everyMs: SWEEP_MS, warn: warn('the sweep of kicked sessions failed') },
  )
  const sayingSo = wakeableLoop(signOfLife, {
    everyMs: SIGN_OF_LIFE_MS,
    warn: warn('this caster could not say that it lives'),
  })
  const stopListening = [
    db.listen('credentials_revoked', (id) => (id === null ? endRevoked.wake() : caster.sessions.revoke(Number(id)))),
    db.listen('sessions_kicked', endKicked.wake), // why each is to end stands in the database
  ]
  return {
    caster,
    async stop() {
      await Promise.all(stopListening.map((stop) => stop()))
      await Promise.all([endRevoked, endKicked, sayingSo].map((loop) => loop.stop()))
      await caster.stop()
      await recorder.stop()
      await forgetCaster(db, node).catch(() => {})
    },
  }
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
