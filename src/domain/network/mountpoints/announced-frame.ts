// The reference frame and epoch in which a derived mountpoint announces the position of its station.
import { type FrameAtEpoch, frameOf, fromLocal, type NoTransformation, transform, type Vector } from '@vertice/gnss'
import { type FieldFault, wrong } from '../../codes/fault.ts'
import type { Station, Velocity } from '../../stations/station.ts'
import { datumOf, frameFaults, type StoredFrame, UNKNOWN_FRAME } from '../frame.ts'

export interface AnnouncedFrame extends StoredFrame {
  readonly frame: string
  readonly epoch: number
}

/** Unvalidated input. Without an epoch, the one that the frame fixes. */
export interface AnnouncedFrameInput {
  readonly frame: string
  readonly epoch?: number | null | undefined
}

/** What the transformation needs to know about a station. */
export type FramedStation = Pick<
  Station,
  'lat' | 'lng' | 'frame' | 'epoch' | 'velocity' | 'upstream' | 'positionPending'
>

/** Rejects what no station can announce. */
export function announcedFrameFaults({ frame: key, epoch }: AnnouncedFrameInput): FieldFault[] {
  const faults = frameFaults({ frame: key, epoch }, UNKNOWN_FRAME)
  if (faults.length > 0) return faults
  const { name, realization, epoch: fixed } = frameOf(key)!
  if (realization === null) return [wrong(['frame'], 'frame_not_exact', { frame: name })]
  return epoch == null && fixed === null ? [wrong(['epoch'], 'epoch_needed', { frame: name })] : []
}

/** `input` must be valid. */
export function normalAnnouncedFrame({ frame: key, epoch }: AnnouncedFrameInput): AnnouncedFrame {
  const frame = frameOf(key)!
  const at = epoch ?? frame.epoch!
  return { frame: key, epoch: at, datum: datumOf(frame, at) }
}

/** Rejects a frame in which the position of this station cannot be announced. */
export function stationFrameFaults(to: AnnouncedFrame, station: FramedStation & Pick<Station, 'code'>): FieldFault[] {
  const { code } = station
  const why = mover(to, station)
  if (typeof why !== 'string') return []
  if (why === 'velocity_unknown')
    return [wrong(['epoch'], 'velocity_unknown', { code, from: station.epoch!, to: to.epoch })]
  return [wrong(['frame'], 'station_frame_unknown', { code })]
}

/** Returns the positions to announce instead of the sent ones; `null` if the frame of the station is not known enough. */
export function positionIn(to: AnnouncedFrame, station: FramedStation): ((sent: Vector) => Vector) | null {
  const move = mover(to, station)
  return typeof move === 'string' ? null : move
}

function mover(to: AnnouncedFrame, station: FramedStation): ((sent: Vector) => Vector) | NoTransformation {
  const from = framedAt(station)
  const target: FrameAtEpoch = { frame: frameOf(to.frame)!, epoch: to.epoch }
  if (from === null) return 'frame_not_exact'
  const isPlaced = station.positionPending !== true
  const velocity = station.velocity && isPlaced ? metresPerYear(station.velocity, station) : null
  const tried = transform(ANYWHERE, from, target, velocity)
  if (typeof tried === 'string') return tried
  return (sent) => transform(sent, from, target, velocity) as Vector
}

/** Whether a transformation is possible does not depend on the position. */
const ANYWHERE: Vector = { x: 0, y: 0, z: 0 }

/** The coordinates of an external caster's mountpoint are in a frame that we do not know. */
function framedAt({ frame, epoch, upstream }: FramedStation): FrameAtEpoch | null {
  const known = frame === null || upstream ? undefined : frameOf(frame)
  return known && epoch !== null ? { frame: known, epoch } : null
}

function metresPerYear([east, north, up]: Velocity, at: Pick<Station, 'lat' | 'lng'>): Vector {
  return fromLocal({ east: east / 1000, north: north / 1000, up: up / 1000 }, at)
}
