// The first pass over a RINEX file: what it has, and whether all of it can be read.
import {
  type ObservationFileHeader,
  type ObservationTypes,
  RinexError,
  type RinexHandlers,
  RinexReader,
  TypeScan,
} from '@vertice/rinex'
import { type Ephemeris, utcFromGps } from '@vertice/rtcm'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { NotImported, readSource } from './source.ts'

export interface ObservationFile {
  readonly kind: 'observations'
  /** The first one. Events inside the file can change it. */
  readonly header: ObservationFileHeader
  /** As all headers state them. */
  readonly positions: readonly ObservationFileHeader['station']['position'][]
  readonly channels: ReadonlyMap<number, number>
  readonly types: ObservationTypes
  /** UTC in ms. */
  readonly firstMs: number
  readonly lastMs: number
  readonly notes: readonly string[]
}

export interface NavigationFile {
  readonly kind: 'navigation'
  readonly ephemerides: readonly Ephemeris[]
  readonly notes: readonly string[]
}

/** Clocks of receivers can be off by this much. */
const CLOCK_SLACK_MS = MINUTE_MS

/** Throws `NotImported` if a line is invalid, or if nothing of the file can be used. */
export async function scanRinex(
  path: string,
  now: Date,
  mostBytes?: number,
): Promise<ObservationFile | NavigationFile> {
  const headers: ObservationFileHeader[] = []
  const ephemerides: Ephemeris[] = []
  const types = new TypeScan()
  let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const handlers: RinexHandlers = {
    onHeader: (header) => void headers.push(header),
    onEphemeris: (ephemeris) => void ephemerides.push(ephemeris),
    onEpoch(epoch) {
      const instantMs = utcFromGps(epoch.gpsMs)
      if (instantMs > now.getTime() + CLOCK_SLACK_MS)
        throw new NotImported(`the epoch of ${new Date(instantMs).toISOString()} is in the future`, 'in_future')
      firstMs = Math.min(firstMs, instantMs)
      lastMs = Math.max(lastMs, instantMs)
      types.addEpoch(epoch)
    },
  }
  const { reader, isCutOff } = await readRinex(path, handlers, mostBytes)
  const notes = [
    ...(isCutOff ? ['the file is cut off at its end; what is complete was imported'] : []),
    ...leftOutBy(reader),
  ]
  if (reader.kind === 'navigation') {
    if (ephemerides.length === 0)
      throw new NotImported('the file has no ephemerides that the archive can use', 'no_observations')
    return { kind: 'navigation', ephemerides, notes }
  }
  if (!(firstMs <= lastMs)) throw new NotImported('the file has no observations', 'no_observations')
  return {
    ...{ kind: 'observations', header: headers[0]!, types: types.take(), firstMs, lastMs, notes },
    positions: headers.map(({ station }) => station.position),
    channels: new Map(headers.flatMap(({ glonassChannels }) => [...glonassChannels])),
  }
}

/** `isCutOff`: the file ends within an epoch or a record; all before it was passed on. */
export async function readRinex(path: string, handlers: RinexHandlers, mostBytes?: number) {
  const reader = new RinexReader(handlers)
  try {
    await readSource(path, (bytes) => reader.push(bytes), mostBytes)
  } catch (error) {
    throw error instanceof RinexError ? notRead(error) : error
  }
  try {
    reader.end()
    return { reader, isCutOff: false }
  } catch (error) {
    if (!(error instanceof RinexError)) throw error
    if (reader.observations.counts.epochs + reader.navigation.counts.ephemerides > 0) return { reader, isCutOff: true }
    throw notRead(error)
  }
}

const notRead = ({ message, line }: RinexError) =>
  new NotImported(message.replace(/^Line/, 'line').replace('The ', 'the '), 'unreadable', line || null)

function leftOutBy({ observations, navigation }: RinexReader): string[] {
  const { ignoredTypes, leftOutSatellites } = observations
  const { skipped } = navigation.counts
  return [
    ...(ignoredTypes.length > 0
      ? [`left out types that the archive has no signal for: ${ignoredTypes.join(', ')}`]
      : []),
    ...(leftOutSatellites > 0 ? [`left out ${leftOutSatellites} lines of repeated or unknown satellites`] : []),
    ...(skipped > 0 ? [`left out ${skipped} navigation messages of other kinds`] : []),
  ]
}
