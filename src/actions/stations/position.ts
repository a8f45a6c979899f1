// Resolves a difference between where a station is, as it announces or as observations show, and its registered position.

import { ecefOf, fromLocal, geodeticOf } from '@vertice/gnss'
import { MOVEMENT_LIMITS_MM } from '../../domain/archive/integrity/observed.ts'
import { wrong } from '../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../domain/codes/refusal.ts'
import type { Position } from '../../domain/geometry/geodesy.ts'
import { type Displacement, displacementOf } from '../../domain/stations/position.ts'
import type { Station } from '../../domain/stations/station.ts'
import { statusAt } from '../../domain/stations/status.ts'
import { DAY_MS } from '../../domain/time/units.ts'
import type { Database } from '../../store/kit/database.ts'
import { writeMovementLimits, writeObserved } from '../../store/stations/integrity/movements.ts'
import { forgetNormal } from '../../store/stations/integrity/write.ts'
import { writePositionAck } from '../../store/stations/positions.ts'
import { insertStatusChanges } from '../../store/stations/rows.ts'
import { type ActionContext, record } from '../context.ts'
import { emitStatusChanges } from './events.ts'
import { lockActiveStation, type StationRef } from './find.ts'
import { writeStations } from './write.ts'

/**
 * Confirms the registered position, which clears the alarm until the station announces another position or moves again,
 * and at most for `days` if given.
 */
export function acknowledgePosition(
  context: ActionContext,
  which: StationRef,
  days: number | null = null,
): Promise<Station> {
  return context.db.transaction(async (tx) => {
    const { station, displacement } = await lockOff(tx, which)
    const { id, code } = station
    const { metres, source } = displacement
    const until = days === null ? null : new Date(context.now.getTime() + days * DAY_MS)
    const isSettled = source === 'observed' && until === null
    if (isSettled) await resolveObserved(tx, id)
    else await writePositionAck(tx, [id], context.now, until)
    const after = isSettled ? { ...station, observed: null } : { ...station, positionAckedAt: context.now }
    await keepStatus(tx, station, after, context.now)
    const details = { code, metres, ...(source === 'observed' && { source }), ...(until && { until }) }
    await record(tx, context, { action: 'station.position_acknowledged', subject: { kind: 'station', id }, details })
    return station
  })
}

/** Why the new position is registered: the antenna was moved, or the registered coordinates were wrong. */
export type AcceptReason = 'moved' | 'wrong'

/** Registers where the station is now: the position that it announces, or the registered one plus the movement. */
export function acceptPosition(context: ActionContext, which: StationRef, reason?: AcceptReason): Promise<Station> {
  return context.db.transaction(async (tx) => {
    const { station, displacement } = await lockOff(tx, which)
    const { id, code, lat, lng } = station
    const { metres, source } = displacement
    const found = placeAfter(station, displacement)
    if (!found) throw new Refusal('position_not_off', { code })
    const to = toTheTenthMillimetre(found)
    if (source === 'observed') await resolveObserved(tx, id)
    await writeStations(tx, [{ code, ...to }], context.now)
    const details = {
      ...{ code, metres, from: { lat, lng }, to },
      ...(source === 'observed' && { source }),
      ...(reason && { reason }),
    }
    await record(tx, context, { action: 'station.position_accepted', subject: { kind: 'station', id }, details })
    return station
  })
}

export interface MovementLimitsInput {
  /** Millimetres; `null` uses the default. */
  readonly horizontalMm: number | null
  readonly verticalMm: number | null
}

/** Sets how far a station may move within an hour by observations. */
export function setMovementLimits(
  context: ActionContext,
  which: StationRef,
  { horizontalMm, verticalMm }: MovementLimitsInput,
): Promise<void> {
  const { horizontal, vertical } = MOVEMENT_LIMITS_MM
  const errors = [
    ...limitFaults('horizontalMm', horizontalMm, horizontal),
    ...limitFaults('verticalMm', verticalMm, vertical),
  ]
  if (errors.length > 0) throw invalid(...errors)
  return context.db.transaction(async (tx) => {
    const { id, code, movementLimitMm = null, movementLimitUpMm = null } = await lockActiveStation(tx, which)
    await writeMovementLimits(tx, id, horizontalMm, verticalMm)
    const details = {
      ...{ code, movementLimitMm: horizontalMm, movementLimitUpMm: verticalMm },
      was: { movementLimitMm, movementLimitUpMm },
    }
    await record(tx, context, { action: 'station.changed', subject: { kind: 'station', id }, details })
  })
}

function limitFaults(
  field: string,
  value: number | null,
  { from, to }: { readonly from: number; readonly to: number },
) {
  if (value === null || (Number.isInteger(value) && value >= from && value <= to)) return []
  return [wrong([field], 'number_range', { least: from, most: to })]
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

/** Rejects a station that is within the limits. */
async function lockOff(tx: Database, which: StationRef): Promise<{ station: Station; displacement: Displacement }> {
  const station = await lockActiveStation(tx, which)
  const displacement = displacementOf(station)
  if (displacement === null) throw new Refusal('position_not_off', { code: station.code })
  return { station, displacement }
}

function placeAfter(station: Station, displacement: Displacement): Position | null {
  if (displacement.source === 'announced') return station.health?.announced ?? null
  const { lat, lng } = station
  const { eastMm, northMm } = displacement.movement
  const { x, y, z } = ecefOf({ lat, lng, height: 0 })
  const shift = fromLocal({ east: eastMm / 1000, north: northMm / 1000, up: 0 }, { lat, lng })
  return geodeticOf({ x: x + shift.x, y: y + shift.y, z: z + shift.z })
}

/** From now on the station is compared with the place where it is. */
async function resolveObserved(tx: Database, id: number): Promise<void> {
  await writeObserved(tx, id, null)
  await forgetNormal(tx, id)
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
