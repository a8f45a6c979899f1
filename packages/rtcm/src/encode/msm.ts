// Observations as MSM4 (full) and MSM7 (full, with rates, in high resolution).
import { BitWriter } from '../bits.ts'
import { epochField } from '../epoch.ts'
import { CONSTELLATIONS, type Constellation } from '../observations/head.ts'
import type { SignalObservation } from '../observations/msm-fields.ts'
import * as units from '../observations/msm-fields.ts'
import { signalId } from '../observations/msm-signals.ts'

export type { SignalObservation }

export interface SatelliteObservations {
  /** Position in the satellite mask, 1 to 64: PRN or slot, SBAS PRN - 119, QZSS PRN - 192. */
  readonly satellite: number
  /** GLONASS only, -7 to 6; without it receivers cannot convert metres to cycles. */
  readonly frequencyChannel?: number
  readonly signals: readonly SignalObservation[]
}

export interface MsmEpoch {
  readonly constellation: Constellation
  readonly stationId: number
  readonly instantMs: number
  readonly moreFollow: boolean
  readonly satellites: readonly SatelliteObservations[]
}

interface Row extends SatelliteObservations {
  readonly roughRange: number | null
  readonly roughRate: number | null
}

interface Cell {
  readonly row: Row
  readonly observation: SignalObservation
}

/** Throws a RangeError for more than 64 pairs of satellite and signal. */
export function encodeMsm(level: 4 | 7, epoch: MsmEpoch): Buffer {
  const { constellation, satellites } = epoch
  const idOf = ({ signal }: SignalObservation) => signalId(constellation, signal)
  const rows = satellites
    .map((row) => ({ ...row, roughRange: units.roughRange(row.signals), roughRate: units.roughRate(row.signals) }))
    .sort((a, b) => a.satellite - b.satellite)
  const ids = [...new Set(rows.flatMap(({ signals }) => signals.map(idOf)))].sort((a, b) => a - b)
  if (rows.length * ids.length > 64) throw new RangeError('an MSM has at most 64 cells: split the satellites')
  const grid = rows.flatMap((row) =>
    ids.map((id) => ({ row, observation: row.signals.find((observation) => idOf(observation) === id) })),
  )

  const fields = new BitWriter()
  writeHead(fields, level, epoch)
  const places = rows.map(({ satellite }) => satellite)
  writeMask(fields, places, 64) // DF394
  writeMask(fields, ids, 32) // DF395
  for (const { observation } of grid) fields.unsigned(observation ? 1 : 0, 1) // DF396
  writeSatellites(fields, level, rows, constellation)
  writeSignals(
    fields,
    level,
    grid.filter((cell): cell is Cell => cell.observation !== undefined),
  )
  return fields.bytes()
}

/** RTCM 10403.3, table 3.5-78. */
function writeHead(
  fields: BitWriter,
  level: number,
  { constellation, stationId, instantMs, moreFollow }: MsmEpoch,
): void {
  fields
    .unsigned(1070 + 10 * CONSTELLATIONS.indexOf(constellation) + level, 12)
    .unsigned(stationId, 12)
    .unsigned(epochField(constellation, instantMs), 30)
    .unsigned(moreFollow ? 1 : 0, 1) // DF393
    .unsigned(0, 3) // DF409
    .unsigned(0, 7) // reserved
    .unsigned(0, 2 + 2) // DF411, DF412: clock steering not applied, internal clock
    .unsigned(0, 1 + 3) // DF417, DF418: no smoothing
}

/** Written as 32-bit words; position 1 is the highest bit. */
function writeMask(fields: BitWriter, places: readonly number[], width: number): void {
  for (let first = 1; first <= width; first += 32) {
    const inWord = places.filter((place) => place >= first && place < first + 32)
    fields.unsigned(
      inWord.reduce((word, place) => word + 2 ** (31 + first - place), 0),
      32,
    )
  }
}

/** Fields are ordered field by field over all satellites, not satellite by satellite. */
function writeSatellites(fields: BitWriter, level: 4 | 7, rows: readonly Row[], constellation: Constellation): void {
  for (const { roughRange } of rows) fields.unsigned(units.wholeMilliseconds(roughRange), 8) // DF397
  if (level === 7) for (const row of rows) fields.unsigned(extendedInfo(constellation, row), 4)
  for (const { roughRange } of rows) fields.unsigned((roughRange ?? 0) % 1024, 10) // DF398
  if (level === 7) for (const { roughRate } of rows) units.writeOrNone(fields, roughRate, 14) // DF399
}

/** DF419 for GLONASS, reserved for others. */
const extendedInfo = (constellation: Constellation, { frequencyChannel }: Row) =>
  constellation === 'GLO' ? (frequencyChannel ?? 8) + 7 : 0

function writeSignals(fields: BitWriter, level: 4 | 7, cells: readonly Cell[]): void {
  const { range, phase, lock, cnr } = units.LEVELS[level]
  // DF400 or DF405, then DF401 or DF406
  for (const { row, observation } of cells) {
    units.writeOrNone(fields, units.fineRange(observation.pseudorange, row.roughRange, range), range.width)
  }
  for (const { row, observation } of cells) {
    units.writeOrNone(fields, units.fineRange(observation.phaseRange, row.roughRange, phase), phase.width)
  }
  // DF402 or DF407
  for (const { observation } of cells) fields.unsigned(lock.indicator(observation.lockTime * 1000), lock.width)
  for (const _ of cells) fields.unsigned(0, 1) // DF420: no unresolved half cycle
  // DF403 or DF408, then DF404
  for (const { observation } of cells) fields.unsigned(units.carrierToNoise(observation.cnr, cnr), cnr.width)
  if (level === 4) return
  for (const { row, observation } of cells) units.writeOrNone(fields, units.fineRate(observation, row.roughRate), 15)
}
