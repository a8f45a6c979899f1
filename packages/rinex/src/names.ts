// IGS long file names, such as CDMX00MEX_S_20263210000_01D_30S_MO.crx.gz.

export interface LongName {
  /** Four characters. */
  readonly station: string
  /** ISO 3166-1 alpha-3; XXX if unknown. */
  readonly country: string
  /** GPS time in ms. */
  readonly startMs: number
  readonly lengthMs: number
  /** `null` for a navigation file, whose name has no interval. */
  readonly intervalMs: number | null
  /** MO, GO, RO … for observations, MN for navigation. */
  readonly content: string
  readonly ending: string
}

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000]
const GPS_START_MS = Date.UTC(1980, 0, 6)

export function longName({ station, country, startMs, lengthMs, intervalMs, content, ending }: LongName): string {
  const site = `${station.toUpperCase().slice(0, 4).padEnd(4, '0')}00${country.toUpperCase()}`
  const rate = intervalMs === null ? '' : `_${periodOf(intervalMs)}`
  return `${site}_S_${startOf(startMs)}_${periodOf(lengthMs)}${rate}_${content}.${ending}`
}

/** Year, day of the year, hour and minute. */
function startOf(gpsMs: number): string {
  const at = new Date(GPS_START_MS + gpsMs)
  const day = Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / DAY) + 1
  const clock = `${String(at.getUTCHours()).padStart(2, '0')}${String(at.getUTCMinutes()).padStart(2, '0')}`
  return `${at.getUTCFullYear()}${String(day).padStart(3, '0')}${clock}`
}

/** Two digits and a unit: the largest that is exact, or minutes rounded up for lengths that are none. */
function periodOf(ms: number): string {
  const two = (count: number, unit: string) => `${String(Math.min(99, count)).padStart(2, '0')}${unit}`
  if (ms % DAY === 0) return two(ms / DAY, 'D')
  if (ms % HOUR === 0 && ms < 100 * HOUR) return two(ms / HOUR, 'H')
  if (ms % MINUTE === 0 && ms < 100 * MINUTE) return two(ms / MINUTE, 'M')
  if (ms % SECOND === 0 && ms < 100 * SECOND) return two(ms / SECOND, 'S')
  if (ms < SECOND) return two(Math.round(SECOND / ms), 'Z')
  return ms < 100 * MINUTE ? two(Math.ceil(ms / MINUTE), 'M') : two(Math.ceil(ms / HOUR), 'H')
}
