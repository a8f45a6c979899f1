// Resolves a difference between the announced and the registered position of a station.

import { Refusal } from '../../domain/codes/refusal.ts'
import type { Position } from '../../domain/geometry/geodesy.ts'
import { offsetBeyondLimit } from '../../domain/stations/position.ts'
import type { Station } from '../../domain/stations/station.ts'
import { statusAt } from '../../domain/stations/status.ts'
import { DAY_MS } from '../../domain/time/units.ts'
import type { Database } from '../../store/kit/database.ts'
import { writePositionAck } from '../../store/stations/positions.ts'
import { insertStatusChanges } from '../../store/stations/rows.ts'
import { type ActionContext, record } from '../context.ts'
import { emitStatusChanges } from './events.ts'
import { lockActiveStation, type StationRef } from './find.ts'
import { writeStations } from './write.ts'

/**
 * Confirms the registered position, which clears the alarm until the station announces another position, and at most
 * for `days` if given.
 */
export function acknowledgePosition(
  context: ActionContext,
  which: StationRef,
  days: number | null = null,
): Promise<Station> {
  return context.db.transaction(async (tx) => {
    const { station, metres } = await lockOff(tx, which)
    const { id, code } = station
    const until = days === null ? null : new Date(context.now.getTime() + days * DAY_MS)
    await writePositionAck(tx, [id], context.now, until)
    await keepStatus(tx, station, { ...station, positionAckedAt: context.now }, context.now)
    const details = { code, metres, ...(until && { until }) }
    await record(tx, context, { action: 'station.position_acknowledged', subject: { kind: 'station', id }, details })
    return station
  })
}

/** Why the announced position is registered: the antenna was moved, or the registered coordinates were wrong. */
export type AcceptReason = 'moved' | 'wrong'

export function acceptPosition(context: ActionContext, which: StationRef, reason?: AcceptReason): Promise<Station> {
  return context.db.transaction(async (tx) => {
    const { station, metres } = await lockOff(tx, which)
    const { id, code, lat, lng, health } = station
    const announced = health?.announced
    if (!announced) throw new Refusal('position_not_off', { code })
    const to = toTheTenthMillimetre(announced)
    await writeStations(tx, [{ code, ...to }], context.now)
    const details = { code, metres, from: { lat, lng }, to, ...(reason && { reason }) }
    await record(tx, context, { action: 'station.position_accepted', subject: { kind: 'station', id }, details })
    return station
  })
}

/** Registers the first position that a station announces, if it was added without one. */
export function placeFromStream(context: ActionContext, which: StationRef, announced: Position): Promise<void> {
  return context.db.transaction(async (tx) => {
    const { id, code, positionPending } = await lockActiveStation(tx, which)
    if (!positionPending) return
    const to = toTheTenthMillimetre(announced)
    await writeStations(tx, [{ code, ...to }], context.now)
    const details = { code, to }
    await record(tx, context, { action: 'station.position_accepted', subject: { kind: 'station', id }, details })
  })
}

/** Rejects a station whose announced position is within the limit. */
async function lockOff(tx: Database, which: StationRef): Promise<{ station: Station; metres: number }> {
  const station = await lockActiveStation(tx, which)
  const metres = offsetBeyondLimit(station)
  if (metres === null) throw new Refusal('position_not_off', { code: station.code })
  return { station, metres }
}

async function keepStatus(tx: Database, before: Station, after: Station, now: Date): Promise<void> {
  const [previous, status] = [statusAt(before, now), statusAt(after, now)]
  if (status === previous) return
  await insertStatusChanges(tx, [{ stationId: after.id, status, measured: true }], now)
  await emitStatusChanges(tx, [{ station: after, previous, status }], now)
}

/** Rounds to 1e-9 degrees, a tenth of a millimetre, for readability. */
const toTheTenthMillimetre = ({ lat, lng }: Position): Position => ({
  lat: Math.round(lat * 1e9) / 1e9,
  lng: Math.round(lng * 1e9) / 1e9,
})
