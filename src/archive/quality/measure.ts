// The quality of a station in a window of the archive, measured as from its stream.
import {
  EphemerisBook,
  QualityMeter,
  type QualityMinute,
  SatellitesAt,
  type SkyCell,
  skySample,
  Transmissions,
  type Vector,
} from '@vertice/gnss'
import { decodeEphemeris } from '@vertice/rtcm'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { RecordedEpochs } from '../reading/epochs.ts'
import { readNavigation } from '../reading/navigation.ts'
import type { SegmentPlaces } from '../reading/records.ts'
import { navigationIn, type ReadSegment, readFrames, segmentsIn } from '../reading/window.ts'

const SKY_PART_MS = 10 * MINUTE_MS
/** Two days of ephemerides of a satellite that sends one every ten minutes. */
const KEPT_EPHEMERIDES = 288

export interface QualityJob {
  readonly from: Date
  readonly to: Date
  readonly segments: readonly ReadSegment[]
  /** Registered position; `null` if it is unknown. */
  readonly near: Vector | null
}

export interface MeasuredQuality {
  readonly minutes: readonly QualityMinute[]
  readonly skyParts: readonly {
    readonly atMs: number
    readonly cells: readonly SkyCell[]
    readonly satellites: readonly ReturnType<typeof skySample>[]
  }[]
}

export async function measureQuality(
  places: SegmentPlaces,
  { from, to, segments, near }: QualityJob,
): Promise<MeasuredQuality> {
  const book = new EphemerisBook({ kept: KEPT_EPHEMERIDES })
  await readNavigation(places, navigationIn(segments, from, to), (ephemeris) => book.add(ephemeris))
  const minutes: QualityMinute[] = []
  const skyParts: MeasuredQuality['skyParts'][number][] = []
  let partMs = Number.NaN
  const endPart = (nextMs: number) => {
    const cells = meter.grid.cells()
    if (cells.length > 0) skyParts.push({ atMs: partMs, cells, satellites: meter.sky().map(skySample) })
    meter.grid.clear()
    partMs = nextMs
  }
  const isWanted = (ms: number) => ms >= from.getTime() && ms < to.getTime()
  const recorded = new RecordedEpochs({
    onEpoch(epoch) {
      if (!isWanted(epoch.receivedMs)) return
      const nowMs = Math.floor(epoch.receivedMs / SKY_PART_MS) * SKY_PART_MS
      if (nowMs !== partMs) endPart(nowMs)
      meter.add(epoch)
    },
  })
  const meter = new QualityMeter({
    ...{ book, satellites: new SatellitesAt(book), transmissions: new Transmissions() },
    ...{ channels: recorded.channels, near },
    onMinute: (minute) => void minutes.push(minute),
  })
  await readFrames(places, segmentsIn(segments, from, to), {
    frame(payload, type, receivedMs) {
      const ephemeris = decodeEphemeris(payload, type, receivedMs)
      if (ephemeris) book.add(ephemeris)
      recorded.frame(payload, type, receivedMs)
    },
    imported: (source) => recorded.imported(source),
  })
  recorded.flush()
  meter.flush()
  endPart(Number.NaN)
  return { minutes, skyParts }
}
