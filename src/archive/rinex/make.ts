// Makes the files of an order: one pass over the segments for the header, one for the epochs. Memory does not depend on
// the length of the window.
import { join } from 'node:path'
import { longName, type ObservationVersion, ObservationWriter, type StationHeader } from '@vertice/rinex'
import { type Ephemeris, gpsFromUtc, leapSecondsAt, utcFromGps } from '@vertice/rtcm'
import { completenessOf } from '../../domain/archive/hours.ts'
import {
  MOST_GAPS,
  RINEX_CONSTELLATIONS,
  type RinexFile,
  type RinexFormat,
  type RinexGap,
  type RinexWindow,
} from '../../domain/archive/rinex-order.ts'
import { isObservedElsewhere } from '../../domain/archive/segment.ts'
import { HOUR_MS } from '../../domain/time/units.ts'
import type { DailySources } from '../reading/daily.ts'
import { RecordedEpochs, type RecordedHandlers } from '../reading/epochs.ts'
import { readDailyNavigation, readNavigation } from '../reading/navigation.ts'
import type { SegmentPlaces } from '../reading/records.ts'
import { navigationIn, type ReadSegment, readFrames, segmentsIn } from '../reading/window.ts'
import { writeNavigation } from './navigation/files.ts'
import { crinexInto, GZIP_LEVEL, GZIP_LEVEL_OF_CRINEX, OutputFile } from './output.ts'
import { isWritten, WindowEnd, WindowScan } from './scan.ts'
import { Seams } from './seams.ts'
import { EpochTally, isOnGrid, type Tally } from './tally.ts'

export interface RinexJob extends RinexWindow, RinexFormat {
  readonly segments: readonly ReadSegment[]
  /** In the place of hours without segments. */
  readonly daily?: DailySources | undefined
  /** Folder for the files. */
  readonly folder: string
  readonly station: { readonly code: string; readonly name: string; readonly country: string }
  /** From the equipment history; `null`: as the stream describes the station. */
  readonly site: StationHeader | null
  readonly program: string
  readonly agency: string
  readonly writtenAt: Date
}

export interface MadeRinex {
  readonly files: readonly RinexFile[]
  readonly epochs: number
  /** Percent with one decimal, rounded down so that 100 means complete. */
  readonly completenessPct: number
  readonly gaps: readonly RinexGap[]
  readonly firstEpoch: Date
  readonly lastEpoch: Date
  /** Epochs of each hour of the window. */
  readonly epochsByHour: readonly number[]
  /** Files of the archive that could not be read. */
  readonly unread: readonly string[]
}

export type RinexOutcome = MadeRinex | { readonly failure: 'no_data' | 'not_readable' | 'wrong_clock' }

const NO_DAILY: DailySources = { runs: [], navigation: [] }

/** `progress` receives percents. */
export async function makeRinex(
  places: SegmentPlaces,
  job: RinexJob,
  progress: (percent: number) => void = () => {},
): Promise<RinexOutcome> {
  const { from, to, intervalS, daily = NO_DAILY } = job
  const segments = segmentsIn(job.segments, from, to)
  const window = {
    fromMs: gpsFromUtc(from.getTime()),
    toMs: gpsFromUtc(to.getTime()),
    intervalMs: intervalS * 1000,
    constellations: job.constellations?.map((name) => RINEX_CONSTELLATIONS[name]).join(''),
    isVersion2: job.version === '2.11',
  }
  const scan = new WindowScan(window, MOST_GAPS)
  const orbits = job.navigation ? navigationIn(job.segments, from, to) : []
  const addOrbit = (ephemeris: Ephemeris) => scan.ephemerides.add(ephemeris)
  const unreadOrbits = [
    ...(await readNavigation(places, orbits, addOrbit)),
    ...(await readDailyNavigation(places, job.navigation ? daily.navigation : [], job, addOrbit)),
  ]
  const unread = await readFrames(
    places,
    segments,
    {
      frame: (payload, type, receivedMs) => scan.frame(payload, type, receivedMs),
      imported: (source) => scan.imported(source),
      daily: (run) => scan.daily(run),
      pause: async () => !scan.isPastEnd,
      progress: (share) => progress(Math.floor(share * 40)),
    },
    daily.runs,
  )
  const scanned = scan.end()
  const { tally, wrong, types, channels, glonassChannels, biases } = scanned
  // A file that replaces hours in several runs is read several times.
  const names = [...new Set([...unreadOrbits, ...unread].map(({ name }) => name))]
  if (tally.epochs === 0 || types.every((columns) => columns === null)) return { failure: failureOf(job, unread) }

  const fileName = longName({
    station: job.station.code,
    country: job.station.country,
    startMs: window.fromMs,
    lengthMs: window.toMs - window.fromMs,
    intervalMs: window.intervalMs,
    content: contentOf(types),
    ending: job.hatanaka ? 'crx.gz' : 'rnx.gz',
  })
  const output = new OutputFile(join(job.folder, fileName), job.hatanaka ? GZIP_LEVEL_OF_CRINEX : GZIP_LEVEL)
  const lines = job.hatanaka ? crinexInto(output, job.program, job.writtenAt) : output
  const writer = new ObservationWriter(
    {
      version: job.version as ObservationVersion,
      program: job.program,
      runBy: job.agency,
      writtenAt: job.writtenAt,
      comments: commentsOf({ ...job, segments }, scanned, names),
      intervalSeconds: intervalS,
      firstMs: tally.firstMs!,
      lastMs: tally.lastMs!,
      glonassChannels,
      glonassBiases: biases,
      leapSeconds: leapSecondsAt(from.getTime()),
      station: job.site ?? headerOf(job, scan.station),
    },
    types,
    (bytes) => lines.write(bytes),
  )
  const written = new EpochTally(window, MOST_GAPS, wrong)
  const end = new WindowEnd(window)
  const seams = scanned.importedEpochs + scanned.dailyEpochs > 0 ? new Seams() : null
  const onEpoch: RecordedHandlers['onEpoch'] = (epoch, source) => {
    end.note(epoch)
    if (isWritten(epoch, window) && written.takes(epoch.gpsMs)) {
      written.add(epoch.gpsMs)
      seams?.mark(epoch, source)
      writer.write(epoch)
    } else if (written.hasBegun || (epoch.gpsMs >= window.fromMs && epoch.gpsMs < window.toMs)) writer.skip(epoch)
  }
  const detail = (gpsMs: number) => (isOnGrid(window, gpsMs) ? 'all' : 'losses')
  // The first pass knows the GLONASS channels before the stream sends them.
  const recorded = new RecordedEpochs({ onEpoch }, { channels, detail })
  await readFrames(
    places,
    segments,
    {
      frame: (payload, type, receivedMs) => recorded.frame(payload, type, receivedMs),
      imported: (source) => recorded.imported(source),
      daily: (run) => recorded.daily(run),
      pause: async () => {
        await output.ready()
        return !end.isOver
      },
      progress: (share) => progress(40 + Math.floor(share * 59)),
    },
    daily.runs,
  )
  recorded.flush()
  writer.end()
  if (lines !== output) (lines as ReturnType<typeof crinexInto>).end()
  const made = await output.end()
  const { epochs, expected, gaps, firstMs, lastMs, byHour } = written.end()
  // The segments were deleted between the passes.
  if (firstMs === null || lastMs === null) return { failure: 'not_readable' }
  const navigation = job.navigation ? await writeNavigation(job, scan.ephemerides, window) : []
  return {
    files: [{ kind: 'obs', name: fileName, ...made }, ...navigation],
    epochs,
    completenessPct: completeness({ epochs, expected }),
    gaps: gaps.map(({ fromMs, toMs }) => ({ from: instant(fromMs), to: instant(toMs) })),
    ...{ firstEpoch: instant(firstMs), lastEpoch: instant(lastMs), epochsByHour: byHour },
    unread: names,
  }
}

function failureOf({ segments, from, to }: RinexJob, unread: readonly unknown[]) {
  if (unread.length > 0) return 'not_readable'
  const isOther = ({ hour, firstEpoch, lastEpoch }: ReadSegment) =>
    hour < to && hour.getTime() + HOUR_MS > from.getTime() && isObservedElsewhere(hour, firstEpoch, lastEpoch)
  return segments.some(isOther) ? 'wrong_clock' : 'no_data'
}

const instant = (gpsMs: number) => new Date(utcFromGps(gpsMs))

const completeness = (tally: Pick<Tally, 'epochs' | 'expected'>) => completenessOf(tally) ?? 100

/** MO, or the letter of the only constellation and O. */
function contentOf(types: readonly ({ readonly letter: string } | null)[]): string {
  const present = types.filter((columns) => columns !== null)
  return `${present.length === 1 ? present[0]!.letter : 'M'}O`
}

function headerOf({ station, agency }: RinexJob, found: WindowScan['station']): StationHeader {
  return { markerName: station.code, markerNumber: '', observer: '', agency, ...found }
}

const GPS_START_MS = Date.UTC(1980, 0, 6)
const gpsTime = (gpsMs: number) => new Date(GPS_START_MS + gpsMs).toISOString().slice(0, 19).replace('T', ' ')

function commentsOf(
  { station, segments }: RinexJob,
  {
    tally,
    importedEpochs,
    dailyEpochs,
  }: Pick<ReturnType<WindowScan['end']>, 'tally' | 'importedEpochs' | 'dailyEpochs'>,
  unread: readonly string[],
): string[] {
  const { epochs, expected, gaps } = tally
  return [
    `Station ${station.code} ${station.name}`,
    `${epochs} of ${expected} epochs (${completeness(tally)} %)`,
    ...(importedEpochs > 0 ? [`${importedEpochs} epochs come from imported RINEX files`] : []),
    ...(dailyEpochs > 0 ? [`${dailyEpochs} epochs come from daily files of the archive`] : []),
    ...gaps.map(({ fromMs, toMs }) => `Gap ${gpsTime(fromMs)} to ${gpsTime(toMs)} GPS`),
    ...(segments.some(({ observedHour }) => observedHour)
      ? ['A clock was wrong by hours: that of the receiver, or of the service']
      : []),
    ...(unread.length > 0 ? [`${unread.length} files of the archive could not be read`] : []),
  ]
}
