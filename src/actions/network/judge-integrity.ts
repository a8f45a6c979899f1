// Judges the positions of all stations from the baselines that the nodes solve. Any node can run this; a lock lets one at
// a time. What it needs after a restart or on another node is in the database.
import { geodeticOf, type Local, localOf, type Vector } from '@vertice/gnss'
import {
  type AdjustedStation,
  adjust,
  isAgreed,
  type MeasuredBaseline,
  residualOf,
} from '../../domain/archive/integrity/adjustment.ts'
import { indexOf } from '../../domain/archive/integrity/ionosphere.ts'
import { isCompared, type Trouble, type TroubleCode } from '../../domain/archive/integrity/live.ts'
import { BIN_MS, MovementWatch, PAST_MS } from '../../domain/archive/integrity/movement.ts'
import { neighbourPairs, type Pair } from '../../domain/archive/integrity/neighbours.ts'
import { expectedError, LEAST_NORMAL_BINS, type Normal, withBin } from '../../domain/archive/integrity/normal.ts'
import { MOVEMENT_LIMITS_MM, type ObservedMovement } from '../../domain/archive/integrity/observed.ts'
import { uncheckedReason } from '../../domain/archive/integrity/unchecked.ts'
import type { Station } from '../../domain/stations/station.ts'
import { isSilentOrUnheard } from '../../domain/stations/status.ts'
import { HOUR_MS } from '../../domain/time/units.ts'
import type { Database } from '../../store/kit/database.ts'
import { listObserved, writeObserved } from '../../store/stations/integrity/movements.ts'
import {
  type BinRow,
  isMeasuredSomewhere,
  listAntennas,
  listBaselines,
  listBins,
  listChanges,
  listIonosphereTallies,
} from '../../store/stations/integrity/read.ts'
import {
  type StationOffset,
  tryLockIntegrity,
  type WrittenBaseline,
  writeBaselines,
  writeChecks,
  writeIonosphere,
  writeOffsets,
} from '../../store/stations/integrity/write.ts'
import { judgeDays } from './judge-days.ts'

/** Nodes write five minutes within this time after their end. */
const SETTLED_MS = 45_000
/** A station is checked if one of its baselines was fixed within this time. */
const CURRENT_MS = 3 * BIN_MS

type SolvedRow = BinRow & Vector

export class IntegrityJudge {
  readonly #watches = new Map<number, MovementWatch>()
  #judgedMs: number | null = null
  #places = ''
  #pairs: ReadonlyMap<number, readonly Pair[]> = new Map()

  run(db: Database, stations: readonly Station[], now: Date): Promise<void> {
    return db.transaction(async (tx) => {
      if (!(await tryLockIntegrity(tx))) return
      this.#setPairs(stations)
      const round = new Round(tx, stations, now)
      await round.read()
      if (round.judgedMs !== this.#judgedMs) await this.#reload(tx, stations, now)
      this.#resolve(round)
      let bins = 0
      for (const [atMs, rows] of round.bins) {
        this.#judgeBin(round, atMs, rows)
        bins++
      }
      await round.write()
      this.#judgedMs = round.judgedMs
      await this.#check(tx, round, now)
      if (bins === 0) return
      await judgeIonosphere(tx, new Date(round.judgedMs!))
      await judgeDays(tx, round.antennas, now)
    })
  }

  /** The stations are a new list after every measurement. */
  #setPairs(stations: readonly Station[]): void {
    const compared = stations.filter(isCompared)
    const places = compared.map(({ id, lat, lng }) => `${id} ${lat} ${lng}`).join()
    if (places !== this.#places) this.#pairs = byStation(neighbourPairs(compared))
    this.#places = places
  }

  /** Another node judged meanwhile, or this one has just started. */
  async #reload(tx: Database, stations: readonly Station[], now: Date): Promise<void> {
    this.#watches.clear()
    const moved = await listObserved(tx)
    const changes = await listChanges(tx, new Date(now.getTime() - PAST_MS))
    for (const [stationId, own] of Map.groupBy(changes, ({ stationId }) => stationId)) {
      const past = own.map(({ at, changeEastMm, changeNorthMm, changeUpMm }) => ({
        ...{
          atMs: at.getTime(),
          east: (changeEastMm ?? 0) / 1000,
          north: (changeNorthMm ?? 0) / 1000,
          up: (changeUpMm ?? 0) / 1000,
        },
      }))
      this.#watchOf(stationId, stations).restore(past, moved.has(stationId))
    }
  }

  /** An operator resolved the movement: the station is compared with its place since then. */
  #resolve(round: Round): void {
    for (const [id, watch] of this.#watches) if (watch.isMoved && !round.moved.has(id)) this.#watches.delete(id)
  }

  #watchOf(stationId: number, stations: readonly Station[]): MovementWatch {
    let watch = this.#watches.get(stationId)
    const limits = limitsOf(stations.find(({ id }) => id === stationId))
    if (watch) watch.limits = limits
    else watch = new MovementWatch(limits)
    this.#watches.set(stationId, watch)
    return watch
  }

  #judgeBin(round: Round, atMs: number, rows: readonly SolvedRow[]): void {
    const positions = adjust(rows.flatMap((row) => round.against(row, round.announced(row))))
    const compared = rows.flatMap((row) => round.against(row, round.normal(row)))
    const changes = adjust(compared)
    for (const [stationId, position] of positions) {
      const change = changes.get(stationId)
      const local = change && round.localOf(stationId, change.deviation)
      if (change && local) this.#watch(round, stationId, atMs, change, local)
      // The time of a movement is not part of the past that a station is compared with.
      round.offset(stationId, atMs, position, local && !round.moved.has(stationId) ? local : null)
    }
    for (const row of rows) {
      const [own] = round.against(row, round.announced(row))
      const residual = own ? residualOf(own, positions) : null
      round.baseline(row, residual, own && residual !== null ? isAgreed(own, residual) : null)
    }
  }

  #watch(round: Round, stationId: number, atMs: number, change: AdjustedStation, local: Local): void {
    const watch = this.#watchOf(stationId, round.stations)
    const movement = watch.add(atMs, local)
    if (movement)
      round.move(stationId, {
        ...{ eastMm: mm(movement.east), northMm: mm(movement.north), upMm: mm(movement.up) },
        ...{ since: new Date(movement.sinceMs), detectedAt: new Date(movement.detectedMs) },
        isAttributed: change.isAttributed,
      })
    else if (!watch.isMoved && round.moved.has(stationId)) round.move(stationId, null)
  }

  async #check(tx: Database, round: Round, now: Date): Promise<void> {
    const recent = byStation(await listBins(tx, new Date(now.getTime() - CURRENT_MS), now))
    const isMeasured = await isMeasuredSomewhere(tx)
    const checks = round.stations.map((station) => {
      const { id: stationId } = station
      const own = recent.get(stationId) ?? []
      const isChecked = own.some(({ x }) => x !== null)
      const detectable = isChecked ? this.#watches.get(stationId)?.minimumDetectable() : undefined
      const unchecked = uncheckedReason({
        ...{ stationId, isCompared: isCompared(station), isMeasured, isOnline: !isSilentOrUnheard(station, now) },
        pairs: this.#pairs.get(stationId) ?? [],
        troubles: own.flatMap(troubleOf),
      })
      return {
        stationId,
        unchecked: isChecked ? null : unchecked,
        detectableMm: detectable ? mm(detectable.horizontal) : null,
        detectableUpMm: detectable ? mm(detectable.vertical) : null,
      }
    })
    if (checks.length > 0) await writeChecks(tx, checks, now)
  }
}

/** What one run reads, and what it writes at its end. */
class Round {
  readonly stations: readonly Station[]
  readonly #tx: Database
  readonly #now: Date
  bins: readonly [atMs: number, rows: SolvedRow[]][] = []
  antennas: ReadonlyMap<number, Vector> = new Map()
  /** End of the newest five minutes that were judged; `null` if there are none. */
  judgedMs: number | null = null
  moved = new Set<number>()
  readonly #normals = new Map<string, Normal>()
  readonly #written = new Map<string, WrittenBaseline>()
  readonly #offsets: StationOffset[] = []
  readonly #movements = new Map<number, ObservedMovement | null>()

  constructor(tx: Database, stations: readonly Station[], now: Date) {
    this.#tx = tx
    this.stations = stations
    this.#now = now
  }

  async read(): Promise<void> {
    this.antennas = new Map(
      (await listAntennas(this.#tx)).flatMap(({ stationId, x, y, z }) =>
        x === null || y === null || z === null ? [] : [[stationId, { x, y, z }]],
      ),
    )
    this.moved = await listObserved(this.#tx)
    for (const row of await listBaselines(this.#tx)) {
      this.#normals.set(keyOf(row), row)
      this.judgedMs = Math.max(this.judgedMs ?? 0, row.at.getTime())
    }
    const after = new Date(Math.max(this.judgedMs ?? 0, this.#now.getTime() - HOUR_MS))
    const rows = await listBins(this.#tx, after, new Date(this.#now.getTime() - SETTLED_MS))
    const known = new Set(this.stations.map(({ id }) => id))
    const solved = rows.filter((row): row is SolvedRow => row.x !== null && known.has(row.a) && known.has(row.b))
    this.bins = [...Map.groupBy(solved, ({ at }) => at.getTime())]
  }

  announced({ a, b }: BinRow): Vector | null {
    const [near, far] = [this.antennas.get(a), this.antennas.get(b)]
    return near && far ? { x: far.x - near.x, y: far.y - near.y, z: far.z - near.z } : null
  }

  normal(row: BinRow): Vector | null {
    const normal = this.#normals.get(keyOf(row))
    return normal && normal.bins >= LEAST_NORMAL_BINS ? normal : null
  }

  against(row: SolvedRow, expected: Vector | null): MeasuredBaseline[] {
    if (!expected) return []
    const { a, b, x, y, z } = row
    const sigma = expectedError(this.#normals.get(keyOf(row)) ?? null)
    return [{ a, b, deviation: { x: x - expected.x, y: y - expected.y, z: z - expected.z }, sigma }]
  }

  localOf(stationId: number, deviation: Vector): Local {
    return localOf(deviation, geodeticOf(this.antennas.get(stationId)!))
  }

  offset(stationId: number, atMs: number, position: AdjustedStation, change: Local | null): void {
    const { east, north, up } = this.localOf(stationId, position.deviation)
    this.#offsets.push({
      ...{ stationId, atMs, eastMm: mm(east), northMm: mm(north), upMm: mm(up) },
      changeEastMm: change && mm(change.east),
      changeNorthMm: change && mm(change.north),
      changeUpMm: change && mm(change.up),
      ...{ baselines: position.baselines, isAttributed: position.isAttributed },
    })
  }

  /** A baseline of a station that moved keeps what was normal before. */
  baseline(row: SolvedRow, residualM: number | null, agrees: boolean | null): void {
    const key = keyOf(row)
    const before = this.#normals.get(key) ?? null
    const isFrozen = before !== null && (this.moved.has(row.a) || this.moved.has(row.b))
    const normal = isFrozen ? before : withBin(before, row)
    this.#normals.set(key, normal)
    const atMs = row.at.getTime()
    this.judgedMs = Math.max(this.judgedMs ?? 0, atMs)
    const residualMm = residualM === null ? null : mm(residualM)
    this.#written.set(key, { ...normal, a: row.a, b: row.b, atMs, residualMm, agrees })
  }

  /** `null` if the station is back. */
  move(stationId: number, movement: ObservedMovement | null): void {
    this.#movements.set(stationId, movement)
    if (movement) this.moved.add(stationId)
    else this.moved.delete(stationId)
  }

  async write(): Promise<void> {
    if (this.#written.size > 0) await writeBaselines(this.#tx, [...this.#written.values()])
    if (this.#offsets.length > 0) await writeOffsets(this.#tx, this.#offsets)
    for (const [stationId, movement] of this.#movements) await writeObserved(this.#tx, stationId, movement)
  }
}

async function judgeIonosphere(tx: Database, at: Date): Promise<void> {
  const tallies = await listIonosphereTallies(tx, new Date(at.getTime() - HOUR_MS), at)
  const ppm = indexOf(tallies.flatMap(({ ionosphere }) => (ionosphere ? [ionosphere] : [])))
  if (ppm !== null) await writeIonosphere(tx, at, ppm, new Set(tallies.map(keyOf)).size)
}

export const limitsOf = (station: Pick<Station, 'movementLimitMm' | 'movementLimitUpMm'> | undefined) => ({
  horizontal: (station?.movementLimitMm ?? MOVEMENT_LIMITS_MM.horizontal.normal) / 1000,
  vertical: (station?.movementLimitUpMm ?? MOVEMENT_LIMITS_MM.vertical.normal) / 1000,
})

const troubleOf = ({ trouble, troubleStationId: stationId }: BinRow): Trouble[] =>
  trouble === null ? [] : [{ code: trouble as TroubleCode, stationId }]

function byStation<Row extends { readonly a: number; readonly b: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const found = new Map<number, Row[]>()
  for (const row of rows)
    for (const id of [row.a, row.b]) {
      const own = found.get(id)
      if (own) own.push(row)
      else found.set(id, [row])
    }
  return found
}

const keyOf = ({ a, b }: { readonly a: number; readonly b: number }) => `${a} ${b}`
const mm = (metres: number) => Math.round(metres * 10_000) / 10
