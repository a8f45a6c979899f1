import { utcFromGps } from '@vertice/rtcm'
import { antennaFile } from '../../archive/integrity/antennas.ts'
import { computeIntegrity } from '../../archive/integrity/compute.ts'
import { coordinateOf, mm } from '../../archive/integrity/rows.ts'
import { archiveFolder } from '../../archive/segments/places.ts'
import { openStorage } from '../../archive/storage/open-storage.ts'
import { readConfig } from '../../base/config/config.ts'
import type { StationCoordinate } from '../../domain/archive/integrity/coordinate.ts'
import { DAY_MS, HOUR_MS } from '../../domain/time/units.ts'
import { QUALITY_DAYS } from '../../reads/station-quality.ts'
import { listSegments } from '../../store/archive/segments.ts'
import { replaceStationCoordinates } from '../../store/stations/coordinates.ts'
import { listStations } from '../../store/stations/rows.ts'
import { en } from '../../words/en.ts'
import {
  ABOUT_TIMES,
  asJson,
  CommandFailure,
  fullTime,
  oneOf,
  onFoundation,
  onOff,
  printJson,
  printList,
  required,
  text,
  time,
  UsageError,
  verb,
  whole,
  withDefault,
} from '../kit/command.ts'
import { progressLine } from '../kit/progress.ts'
import { qualityOfStations, type StationDay } from './quality.ts'
import { UNCHECKED_REASONS } from './reasons.ts'
import { ResultFile, type ResultFormat } from './result-files.ts'

const MOST_DAYS = 62

export const run = verb({
  summary: 'compute positions and quality of stations from the archive, and find movements',
  more: `Solves the baselines between neighbouring stations (at most 100 km) from GPS, Galileo and BeiDou on two bands, as the stations' own antennas announced their positions. Prints one coordinate per station and day, in mm from the announced position, and movements that lasted.

--stations limits the computation to these stations; their neighbours among them are used. --save writes every epoch of every baseline (epochs), every coordinate (coordinates) and the quality of every minute and band (quality) to files in FOLDER. --store keeps coordinates and quality in the database, where the API and the console read them. Coordinates of the same days are replaced. The quality of the last ${QUALITY_DAYS} days fills the history of stations: values and verdicts of the days, judged as the streams are. A minute keeps the measurement with more epochs, and a day its worst verdict.

Without antenna calibrations heights have constant errors of up to some centimetres between antennas of different types; movements are not affected. Put the ANTEX file of the IGS (igs20.atx) into DATA_DIR as antennas.atx to apply them. ${ABOUT_TIMES}`,
  flags: {
    from: required(time('start of the window')),
    to: required(time('end of the window')),
    stations: text('CODES', 'stations, separated by commas; all if omitted'),
    interval: withDefault(30, whole('SECONDS', 'time between epochs', { from: 1, to: 60 })),
    save: text('FOLDER', 'write the results to files in this folder'),
    format: oneOf(['csv', 'json'], 'format of the files: csv if omitted'),
    store: onOff('keep the coordinates and the quality in the database'),
    ...asJson,
  },
  async run({ from, to, stations: said, interval, save, format = 'csv', store, json }) {
    if (to <= from) throw new UsageError('--to must be later than --from')
    if (to.getTime() - from.getTime() > MOST_DAYS * DAY_MS)
      throw new UsageError(`the window may have at most ${MOST_DAYS} days`)
    const config = readConfig()
    await onFoundation(async ({ db, clock }) => {
      const all = (await listStations(db)).filter(({ archived, positionPending }) => !archived && !positionPending)
      const codes = said?.split(',').map((code) => code.trim())
      const unknown = codes?.find((code) => !all.some((station) => station.code === code))
      if (unknown !== undefined) throw new CommandFailure(`there is no station ${unknown} with a position`)
      const wanted = codes ? all.filter(({ code }) => codes.includes(code)) : all
      const stations = await Promise.all(
        wanted.map(async ({ id, lat, lng }) => {
          const segments = await listSegments(db, id, new Date(from.getTime() - 2 * HOUR_MS), to)
          return { id, lat, lng, segments }
        }),
      )
      const codeOf = new Map(wanted.map(({ id, code }) => [id, code]))
      const files = save === undefined ? null : await openFiles(save, format)
      const { show, clear } = progressLine()
      const coordinates: CoordinateRow[] = []
      const baselines: BaselineRow[] = []
      const movements: MovementRow[] = []
      const places = { storage: openStorage(config), folder: archiveFolder(config.dataDir) }
      const outcome = await computeIntegrity(
        places,
        { from, to, intervalS: interval, stations, antennaFile: antennaFile(config.dataDir) },
        {
          progress: (share) => show(`${Math.floor(share * 100)} %`),
          pause: async () => files?.epochs.ready(),
          onEpoch: ({ a, b }, epoch) =>
            files?.epochs.write({
              ...{ from: codeOf.get(a)!, to: codeOf.get(b)!, at: utcOf(epoch.gpsMs) },
              ...{ eastMm: mm(epoch.east), northMm: mm(epoch.north), upMm: mm(epoch.up) },
              ...{ solution: epoch.isFixed ? 'fixed' : 'float', satellites: epoch.satellites },
            }),
          onMovement: (stationId, { detectedMs, sinceMs, east, north, up }, { baselines: agreeing, isAttributed }) =>
            movements.push({
              ...{ station: codeOf.get(stationId)!, since: new Date(sinceMs), detected: new Date(detectedMs) },
              ...{ eastMm: mm(east), northMm: mm(north), upMm: mm(up), baselines: agreeing, isAttributed },
            }),
          onDay(day, ofBaselines, ofStations) {
            for (const { a, b, km, epochs, fixed } of ofBaselines)
              if (epochs > 0)
                baselines.push({
                  ...{ from: codeOf.get(a)!, to: codeOf.get(b)!, km: Math.round(km * 10) / 10, day, epochs },
                  fixedPct: Math.floor((1000 * fixed) / epochs) / 10,
                })
            for (const one of ofStations)
              coordinates.push({
                ...{ stationId: one.stationId, station: codeOf.get(one.stationId)! },
                ...coordinateOf(one, { from, to, intervalS: interval }),
              })
          },
        },
      ).finally(clear)
      for (const row of coordinates) files?.coordinates.write(withoutId(row))
      await files?.epochs.end()
      await files?.coordinates.end()
      if (store) await replaceStationCoordinates(db, coordinates)
      const quality =
        store || files
          ? await qualityOfStations(db, places, wanted, {
              ...{ from, to, file: files?.quality ?? null },
              storedSince: store ? new Date(clock().getTime() - QUALITY_DAYS * DAY_MS) : null,
              progress: (station, share) => show(`quality of ${station}: ${Math.floor(share * 100)} %`),
            }).finally(clear)
          : null
      await files?.quality.end()
      const unchecked = outcome.unchecked.map(({ stationId, reason }) => ({ station: codeOf.get(stationId)!, reason }))
      for (const name of outcome.unread) console.error(`cannot read ${name}: it is missing or damaged`)
      if (json)
        return printJson({
          coordinates: coordinates.map(withoutId),
          baselines,
          movements,
          unchecked,
          ...(quality && { quality }),
        })
      for (const { station, reason } of unchecked)
        console.error(`${station} cannot be checked: ${UNCHECKED_REASONS[reason]}`)
      for (const one of movements) console.error(sentenceOf(one))
      printList(false, coordinates, COLUMNS, 'no coordinate could be computed')
      if (!quality) return
      console.log('')
      printList(false, quality, QUALITY_COLUMNS, 'the quality of no day could be judged')
    })
  },
})

interface CoordinateRow extends StationCoordinate {
  readonly stationId: number
  readonly station: string
}

interface BaselineRow {
  readonly from: string
  readonly to: string
  readonly km: number
  readonly day: string
  readonly epochs: number
  readonly fixedPct: number
}

interface MovementRow {
  readonly station: string
  readonly since: Date
  readonly detected: Date
  readonly eastMm: number
  readonly northMm: number
  readonly upMm: number
  readonly baselines: number
  readonly isAttributed: boolean
}

const COLUMNS = {
  STATION: ({ station }: CoordinateRow) => station,
  DAY: ({ day }: CoordinateRow) => day,
  'EAST mm': ({ eastMm }: CoordinateRow) => eastMm,
  'NORTH mm': ({ northMm }: CoordinateRow) => northMm,
  'UP mm': ({ upMm }: CoordinateRow) => upMm,
  '± mm': ({ sigmaMm }: CoordinateRow) => sigmaMm,
  '± UP mm': ({ sigmaUpMm }: CoordinateRow) => sigmaUpMm,
  NEIGHBOURS: ({ baselines }: CoordinateRow) => baselines,
  COMPLETE: ({ completenessPct }: CoordinateRow) => `${completenessPct.toFixed(1)} %`,
}

const QUALITY_COLUMNS = {
  STATION: ({ station }: StationDay) => station,
  DAY: ({ day }: StationDay) => day,
  QUALITY: ({ verdict }: StationDay) => en.quality.verdicts[verdict].toLowerCase(),
  REASONS: ({ reasons }: StationDay) => reasons.join(', '),
}

const withoutId = ({ stationId: _, reference, ...row }: CoordinateRow) => ({ ...row, ...reference })

const sentenceOf = ({ station, since, eastMm, northMm, upMm, isAttributed, baselines }: MovementRow) =>
  `${station} moved ${eastMm} mm east, ${northMm} mm north and ${upMm} mm up at ${fullTime(since)}: ` +
  (isAttributed ? `${baselines} baselines agree` : 'or its only neighbour moved the other way')

async function openFiles(folder: string, format: ResultFormat) {
  return {
    epochs: await ResultFile.create(folder, 'epochs', format),
    coordinates: await ResultFile.create(folder, 'coordinates', format),
    quality: await ResultFile.create(folder, 'quality', format),
  }
}

const utcOf = (gpsMs: number) => new Date(utcFromGps(gpsMs))
