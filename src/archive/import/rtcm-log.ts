// Reads an RTCM 3 log: frames without the times when they arrived. The times of observation replace them. Their weeks
// follow from the day of the first epoch, which the operator names.
import { ClockOffsets, CONSTELLATIONS, decodeObservationHead, decodePosition, FrameReader, frame } from '@vertice/rtcm'
import { DAY_MS } from '../../domain/time/units.ts'
import { instantOf } from './epochs.ts'
import { NotImported, readSource } from './source.ts'

/** A log can begin some seconds before midnight, and leap seconds move the day. */
const DAY_SLACK_MS = 60_000
/** Orbits and station messages before the first epoch; more is no log of a receiver. */
const MOST_HELD_BYTES = 1_000_000

export interface LogListener {
  /** `bytes` are valid during the call only. `isObservation`: otherwise the frame belongs to the epoch before. */
  frame(bytes: Buffer, instantMs: number, isObservation: boolean): void
}

export interface LogFacts {
  readonly frames: number
  /** Frames with a wrong checksum, and bytes between frames. */
  readonly badFrames: number
  readonly skippedBytes: number
  /** Offsets of the constellations whose clock differs from the others. */
  readonly clocks: ClockOffsets
  /** Announced by 1005 or 1006, in metres; `null` if it is not. */
  readonly position: { readonly x: number; readonly y: number; readonly z: number } | null
}

/**
 * Throws `NotImported` if the file has no epochs, or if its first one is not of the day. `known`: the clocks that an
 * earlier pass over the file found, by which the times are corrected.
 */
export async function readRtcmLog(
  path: string,
  dayMs: number,
  now: Date,
  listener: LogListener,
  known?: ClockOffsets,
): Promise<LogFacts> {
  const clocks = new ClockOffsets()
  let nearMs = dayMs + DAY_MS / 2
  let isStarted = false
  let frames = 0
  let position: LogFacts['position'] = null
  let held: Buffer[] = []
  let heldBytes = 0
  const reader = new FrameReader((payload, type) => {
    frames++
    if (type === 1005 || type === 1006) position ??= decodePosition(payload)
    const head = decodeObservationHead(payload, type)
    const sentMs = head && instantOf(head, nearMs)
    if (sentMs !== null) clocks.hear(head!, sentMs, 0)
    const aheadMs = head && known ? known.of(CONSTELLATIONS.indexOf(head.constellation)) : 0
    const instantMs = sentMs === null ? null : sentMs - aheadMs
    const bytes = frame(payload)
    if (instantMs !== null) {
      if (!isStarted) checkDay(instantMs, dayMs)
      if (instantMs > now.getTime() + DAY_SLACK_MS)
        throw new NotImported(`${iso(instantMs)} is in the future: correct --date`)
      isStarted = true
      nearMs = instantMs
      for (const one of held) listener.frame(one, instantMs, false)
      held = []
      listener.frame(bytes, instantMs, true)
    } else if (isStarted) listener.frame(bytes, nearMs, false)
    else if (heldBytes + bytes.length < MOST_HELD_BYTES) {
      heldBytes += bytes.length
      held.push(bytes)
    }
  })
  let skippedBytes = 0
  let badFrames = 0
  const count = () => {
    const counts = reader.takeCounts()
    skippedBytes += counts.skippedBytes
    badFrames += counts.badCrcs
  }
  await readSource(path, (bytes) => {
    reader.push(bytes)
    count()
  })
  if (!isStarted)
    throw new NotImported(
      frames === 0 ? 'the file has no RTCM 3 frames' : `the file has ${frames} RTCM 3 frames, but no observations`,
    )
  return { frames, badFrames, skippedBytes, clocks, position }
}

function checkDay(instantMs: number, dayMs: number): void {
  if (instantMs >= dayMs - DAY_SLACK_MS && instantMs < dayMs + DAY_MS + DAY_SLACK_MS) return
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(instantMs)
  throw new NotImported(`the first epoch is on a ${weekday} at ${iso(instantMs).slice(11)}: correct --date`)
}

const iso = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`
