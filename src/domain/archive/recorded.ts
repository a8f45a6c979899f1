// Which stations are recorded, and when recording pauses to keep space on the disk free.
import type { Station } from '../stations/station.ts'

/** Mountpoints of external casters are not recorded by default, because their terms may forbid it. */
export const recordingSwitch = ({ recorded, upstream }: Pick<Station, 'recorded' | 'upstream'>): boolean =>
  recorded ?? upstream == null

/** Only RTCM can be recorded. */
export const isRecorded = (station: Pick<Station, 'recorded' | 'upstream' | 'isRtcm' | 'archived'>): boolean =>
  station.isRtcm && !station.archived && recordingSwitch(station)

export interface DiskSpace {
  readonly freeBytes: number
  readonly totalBytes: number
}

const GB = 1e9
const KEPT_SHARE = 0.05
const LEAST_KEPT_BYTES = GB
/** 5 % of a large disk is more than the database and the backups need. */
const MOST_KEPT_BYTES = 20 * GB
/** A quarter of a small disk: 1 GB would leave nothing to record on. */
const MOST_KEPT_SHARE = 0.25
/** Recording resumes with this much more free space than it paused with, so that it does not flap. */
const RESUME_FACTOR = 1.2

/** Recording never uses this part of its disk. */
export const keptFreeBytes = ({ totalBytes }: Pick<DiskSpace, 'totalBytes'>): number =>
  Math.min(Math.max(LEAST_KEPT_BYTES, Math.min(KEPT_SHARE * totalBytes, MOST_KEPT_BYTES)), MOST_KEPT_SHARE * totalBytes)

/** Whether recording has to pause, or to stay paused. */
export function pausesRecording(disk: DiskSpace, isPaused: boolean): boolean {
  const least = keptFreeBytes(disk)
  return disk.freeBytes < (isPaused ? Math.min(RESUME_FACTOR * least, disk.totalBytes / 2) : least)
}
