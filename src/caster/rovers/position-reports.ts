// The positions that a rover reports in GGA sentences.

import { type Gga, hasBadChecksum, readGga } from '@vertice/ntrip'
import type { Position } from '../../domain/geometry/geodesy.ts'
import type { SessionProgress } from '../../domain/sessions/session.ts'
import { CorrectionAges } from '../../domain/sessions/session-quality.ts'

const FIXED = 4
/** GGA qualities differential, fixed and float. With others, the receiver did not use the corrections. */
const WITH_CORRECTIONS = [2, 4, 5]
const NO_AGES: Pick<CorrectionAges, 'last' | 'median' | 'worst'> = { last: null, median: null, worst: null }

type Reported = Pick<
  SessionProgress,
  | 'lat'
  | 'lng'
  | 'quality'
  | 'positionAt'
  | 'positions'
  | 'fixedPositions'
  | 'satellites'
  | 'firstFixedAt'
  | 'ageSeconds'
  | 'medianAgeSeconds'
  | 'worstAgeSeconds'
>

export class PositionReports {
  lat: number | null = null
  lng: number | null = null
  quality: number | null = null
  /** When the last position arrived. */
  at: Date | null = null
  count = 0
  fixed = 0
  satellites: number | null = null
  firstFixedAt: Date | null = null
  /** Why the sentences so far were unusable, for the note of a rover without a position. */
  useless: 'gga_bad_checksum' | 'gga_unreadable' | 'gga_without_position' | null = null
  #ages: CorrectionAges | null = null

  get place(): Position | null {
    return this.lat === null || this.lng === null ? null : { lat: this.lat, lng: this.lng }
  }

  /** `null` if the sentence cannot be read. */
  add(sentence: string, clock: () => Date): Gga | null {
    const gga = readGga(sentence)
    if (!gga) {
      this.useless ??= hasBadChecksum(sentence) ? 'gga_bad_checksum' : 'gga_unreadable'
      return null
    }
    if (!gga.position) this.useless = 'gga_without_position'
    this.count += 1
    if (gga.quality === FIXED) {
      this.fixed += 1
      this.firstFixedAt ??= clock()
    }
    this.satellites = gga.satellites === null ? null : Math.trunc(gga.satellites)
    this.quality = Math.trunc(gga.quality)
    if (gga.age !== null || this.#ages !== null) {
      this.#ages ??= new CorrectionAges()
      this.#ages.add(WITH_CORRECTIONS.includes(this.quality) ? gga.age : null)
    }
    if (gga.position) {
      this.lat = gga.position.lat
      this.lng = gga.position.lng
      this.at = clock()
    }
    return gga
  }

  progress(): Reported {
    const { lat, lng, quality, at: positionAt, count: positions, fixed: fixedPositions } = this
    const { satellites, firstFixedAt } = this
    const { last: ageSeconds, median: medianAgeSeconds, worst: worstAgeSeconds } = this.#ages ?? NO_AGES
    return {
      ...{ lat, lng, quality, positionAt, positions, fixedPositions, satellites, firstFixedAt },
      ...{ ageSeconds, medianAgeSeconds, worstAgeSeconds },
    }
  }
}

/** Shared by all rovers that have not sent anything yet. */
export const NO_REPORTS = Object.freeze(new PositionReports()) as PositionReports
