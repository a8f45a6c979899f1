// The functions that the caster receives: it has no access to the database, the keys or the clock.
import type { Logger } from 'pino'
import type { Config } from '../../base/config/config.ts'
import { type Around, followed } from '../../base/running/around.ts'
import { SharedRound } from '../../base/running/shared-round.ts'
import { randomCode } from '../../base/secrets.ts'
import type { CasterServices } from '../../caster/services.ts'
import { DEFAULT_NETWORK } from '../../domain/network/mountpoints/network-mountpoint.ts'
import { mayUse, type PullAddress } from '../../domain/network/raw-address.ts'
import type { SourceAddress } from '../../domain/network/source-address.ts'
import type { KnownPlace } from '../../domain/sessions/session.ts'
import type { PushRule } from '../../domain/stations/certificate.ts'
import type { StandbySource } from '../../domain/stations/standby.ts'
import { parseCidr, reachOf } from '../../domain/webhooks/public-address.ts'
import { admitPush, listPushRules } from '../../reads/admit-push.ts'
import { APART_MS, roverAdmitter } from '../../reads/admit-rover.ts'
import type { RememberedPasses } from '../../reads/remembered-passes.ts'
import {
  listOffers,
  listOpenedForwards,
  listPulled,
  listStandbySources,
  readEngineAddresses,
} from '../../reads/streams.ts'
import { sessionOpener } from '../../recording/admissions.ts'
import { recordFailedOffers } from '../../recording/failed-offers.ts'
import type { HealthRecorder } from '../../recording/health/recorder.ts'
import type { SessionRecorder } from '../../recording/sessions.ts'
import type { Current } from '../../store/current/current.ts'
import { isDatabaseUnavailable } from '../../store/kit/connections/unavailable.ts'
import type { DatabasePool } from '../../store/kit/database.ts'
import { noteNetworkEngineAnswer } from '../../store/network/network-mountpoints.ts'
import { addNotConverted } from '../../store/network/not-converted.ts'
import { noteEngineAnswer } from '../../store/network/vrs-engine.ts'
import { addGuessDebts } from '../../store/sessions/guess-debts.ts'
import { listLastPlaces } from '../../store/sessions/rows.ts'
import { recordForwards } from '../../store/stations/forwards.ts'
import type { OpenBus } from '../bus/signed-bus.ts'
import type { Foundation } from '../foundation.ts'
import type { NodeLease } from '../processes/node-lease.ts'
import { logFailedOffers } from '../roles/failed-offers.ts'
import { addressesOf } from '../roles/source-names.ts'
import { stationLeases } from '../roles/station-leases.ts'
import { lastKnown, whileStationsStay } from './last-known.ts'

const SESSION_ID_LENGTH = 12
/** Database timeout for reads that have a remembered value to fall back to. */
const TIMEOUT_MS = 2_000

export interface ServicesDependencies extends Pick<Foundation, 'db' | 'keys' | 'clock'> {
  readonly around?: Around | undefined
  readonly current: () => Promise<Current>
  readonly log: Logger
  readonly lease: NodeLease
  readonly bus: OpenBus | null
  readonly memory: RememberedPasses
  readonly recorder: SessionRecorder
  readonly health: HealthRecorder
}

export function casterServices(
  { db, keys, clock, around, current, log, lease, bus, memory, recorder, health }: ServicesDependencies,
  config: Pick<Config, 'casterPullAllow' | 'casterInputs' | 'casterProcesses'>,
): CasterServices {
  const pullAllowed = config.casterPullAllow.map(parseCidr)
  const lastPlaces = lastPlacesOf(db, log)
  const options = { timeoutMs: TIMEOUT_MS, apartMs: APART_MS }
  const { known, last, isDoubted, asOf } = lastKnown(current, { ...options, answered: () => memory.heard() })
  const book = () => last().book
  const about = { known: last, refresh: known, timeoutMs: TIMEOUT_MS, isDoubted }
  const admitRover = roverAdmitter({ db, keys, clock, memory, ...about })
  const openSession = sessionOpener(recorder, { ...options, isDoubted, isAway: isDatabaseUnavailable, memory })
  return {
    ...{ clock, record: recorder, health, node: lease.id, bus, addressesOf },
    book: async () => (await known()).book,
    lastBook: book,
    bookAsOf: asOf,
    admitRover: followed(around, 'admit rover', admitRover),
    openSession: followed(around, 'open session', openSession),
    admitStation: (station, shown) => admitPush(db, keys, station.id, shown, clock()),
    tellGuesses: (takenMs) => addGuessDebts(db, takenMs),
    pulls: whileStationsStay(last, () => listPulled(db, keys), new Map<number, PullAddress>()),
    pushRules: whileStationsStay(last, () => listPushRules(db), new Map<number, PushRule>()),
    standbySources: whileStationsStay(last, () => listStandbySources(db, keys), new Map<number, StandbySource>()),
    offers: whileStationsStay(last, () => listOffers(db, keys), new Map<number, SourceAddress>()),
    async offersFailed(failures) {
      logFailedOffers(log, book(), await recordFailedOffers(db, failures, clock()))
    },
    forwards: whileStationsStay(last, () => listOpenedForwards(db, keys), []),
    forwardsReported: (reports) => recordForwards(db, lease.id, reports, clock()),
    notConverted: (counts) => addNotConverted(db, counts, clock()),
    mayReach: (address) => reachOf(address, pullAllowed) !== 'forbidden',
    mayUse: (address) => mayUse(config.casterInputs, address),
    engineAddresses: whileStationsStay(last, () => readEngineAddresses(db, keys), new Map<number, SourceAddress>()),
    async engineAnswered(networkId, error) {
      if (networkId === DEFAULT_NETWORK) await noteEngineAnswer(db, clock(), error)
      else await noteNetworkEngineAnswer(db, networkId, clock(), error)
    },
    lastPlaceOf: (sessionId) => lastPlaces.join(sessionId),
    newId: () => randomCode(SESSION_ID_LENGTH),
    warn: (message, detail) => log.warn(detail, message),
    // Without a bus, each node needs its own source of a station, because it cannot receive another node's stream.
    leases: bus && stationLeases(db, lease, config.casterProcesses),
  }
}

/** One query for all rovers that are looked up at the same time. */
function lastPlacesOf(db: DatabasePool, log: Logger): SharedRound<string, KnownPlace | null> {
  return new SharedRound<string, KnownPlace | null>(async (ids) => {
    const found = await listLastPlaces(db, ids).catch((err) => {
      log.warn({ err }, 'Could not read last positions')
      return []
    })
    const places = new Map(found.map((place) => [place.sessionId, place]))
    return ids.map((id) => places.get(id) ?? null)
  })
}
