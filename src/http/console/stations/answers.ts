import type { Static } from 'typebox'
import { recordingSwitch } from '../../../domain/archive/recorded.ts'
import { fixedPctOf, sessionQualityOf } from '../../../domain/sessions/session-quality.ts'
import { liveValues } from '../../../domain/stations/measured.ts'
import {
  displacementOf,
  isAcknowledged,
  movedBy,
  movedLimitOf,
  takenOutFrom,
} from '../../../domain/stations/position.ts'
import { isSimulatedAgent } from '../../../domain/stations/simulated.ts'
import type { Station } from '../../../domain/stations/station.ts'
import { figuresAt, isStatusFounded, statusAt } from '../../../domain/stations/status.ts'
import type { StationBook } from '../../../store/current/current.ts'
import type { LiveRover } from '../../../store/sessions/live-rovers.ts'
import type { StationRecord } from '../../../store/stations/details.ts'
import type { Rover } from '../contract/sessions.ts'
import type { Station as ShownStation, StationDetail } from '../contract/stations/stations.ts'

/** A row of the list and a marker on the map. Values are `null` if not measured, never a default. */
export function stationAnswer(station: Station, now: Date): Static<typeof ShownStation> {
  const figures = figuresAt(station, now)
  return {
    id: station.id,
    code: station.code,
    name: station.name,
    federalState: station.federalState,
    lat: station.lat,
    lng: station.lng,
    radiusKm: station.radiusKm,
    mountpoint: station.mountpoint,
    constellations: station.constellations,
    status: statusAt(station, now),
    declaredStatus: station.declaredStatus,
    isRtcm: station.isRtcm,
    measured: isStatusFounded(station, now),
    simulated: station.simulated,
    archived: station.archived,
    positionPending: station.positionPending ?? false,
    onDemand: station.upstream != null,
    movedM: movedBy(station),
    healthPct: figures?.healthPct ?? null,
    ...liveValues(figures),
    measuredAt: station.health?.measuredAt ?? null,
  }
}

export const stationDetailAnswer = (
  station: Station,
  record: StationRecord,
  now: Date,
): Static<typeof StationDetail> => ({
  ...stationAnswer(station, now),
  format: station.format,
  datum: station.datum,
  frame: station.frame,
  epoch: station.epoch,
  velocity: station.velocity ? [...station.velocity] : null,
  country: station.country,
  satellitesByConstellation: figuresAt(station, now)?.satellitesByConstellation ?? null,
  positionOffsetM: station.health?.positionOffsetM ?? null,
  announced: announcedAnswer(station),
  movedLimitM: movedLimitOf(station),
  observed: observedAnswer(station),
  takenOutFrom: takenOutFrom(station),
  positionAckedAt: acknowledgedAt(station),
  positionAckUntil: acknowledgedAt(station) && record.positionAckUntil,
  sellsUnmeasured: station.sellsUnmeasured ?? false,
  isOpen: station.isOpen ?? false,
  recorded: recordingSwitch(station),
  receiver: record.details.receiver ?? null,
  antenna: record.details.antenna ?? null,
  intervalMs: record.details.intervalMs ?? null,
  messages: record.details.messages ?? null,
  createdAt: record.createdAt,
  archivedAt: record.archivedAt,
  own: {
    radiusKm: record.radiusKm,
    format: record.format,
    datum: record.datum,
    country: record.country,
    constellations: record.constellations,
  },
})

function announcedAnswer({ health }: Station): Static<typeof StationDetail>['announced'] {
  if (!health?.announced) return null
  const { lat, lng, since } = health.announced
  return { lat, lng, since }
}

function observedAnswer(station: Station): Static<typeof StationDetail>['observed'] {
  const displacement = displacementOf(station)
  return displacement?.source === 'observed' ? displacement.movement : null
}

/** Set only while the position is beyond the limit. */
const acknowledgedAt = (station: Station): Date | null =>
  displacementOf(station) !== null && isAcknowledged(station) ? (station.positionAckedAt ?? null) : null

export const roverAnswer = (rover: LiveRover, { byId }: StationBook): Static<typeof Rover> => {
  const station = rover.stationId === null ? undefined : byId.get(rover.stationId)
  return {
    id: rover.id,
    ownerId: rover.ownerId,
    ownerName: rover.ownerName,
    credentialId: rover.credentialId,
    username: rover.username,
    label: rover.label,
    customerName: rover.customerName,
    mountpoint: rover.mountpoint,
    stationId: rover.stationId,
    stationCode: station?.code ?? null,
    startedAt: rover.startedAt,
    bytes: rover.bytes,
    address: rover.address,
    agent: rover.agent,
    lat: rover.lat,
    lng: rover.lng,
    quality: rover.quality,
    positionAt: rover.positionAt,
    fixedPct: fixedPctOf(rover),
    ...sessionQualityOf(rover),
    simulated: isSimulatedAgent(rover.agent),
  }
}
