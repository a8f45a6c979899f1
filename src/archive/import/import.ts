// Adds the epochs of a file that the archive does not have. Nothing that was recorded changes. The files of all hours
// are complete before the first one is stored, so that a file that cannot be read adds nothing.
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import {
  hourOf,
  type Segment,
  type SegmentCounts,
  type SegmentStart,
  segmentName,
} from '../../domain/archive/segment.ts'
import { distanceKm, positionOf } from '../../domain/geometry/geodesy.ts'
import type { Station } from '../../domain/stations/station.ts'
import { HOUR_MS } from '../../domain/time/units.ts'
import type { StoredSegment } from '../../store/archive/recording.ts'
import type { SegmentPlaces } from '../reading/records.ts'
import { readFrames, segmentsIn } from '../reading/window.ts'
import { compressFile } from '../recorder/compress.ts'
import { EpochCounter } from '../segments/epoch-counter.ts'
import { encodeDescription, encodeRecordHead } from '../segments/format.ts'
import { EpochSet, observedAt } from './epochs.ts'
import { type LogFacts, readRtcmLog } from './rtcm-log.ts'
import { NotImported, openSource } from './source.ts'

/** A file whose antenna is farther away is of another station. */
const SAME_PLACE_KM = 0.1

export interface ImportWish {
  readonly station: Pick<Station, 'id' | 'code' | 'lat' | 'lng' | 'positionPending'>
  readonly path: string
  /** UTC day of the first epoch. */
  readonly dayMs: number
  /** Imports also if the file is of another place, or does not say where. */
  readonly isForced: boolean
  readonly node: string
  readonly now: Date
}

export interface ImportDependencies extends SegmentPlaces {
  /** For files that are not complete. */
  readonly dataDir: string
  readonly segmentsOf: (from: Date, to: Date) => Promise<readonly Segment[]>
}

export interface ImportedHour {
  readonly hour: Date
  readonly added: number
  readonly existed: number
}

export interface Imported {
  readonly hours: readonly ImportedHour[]
  readonly facts: LogFacts
  /** In the storage, not in the index yet. */
  readonly segments: readonly StoredSegment[]
}

/** Throws `NotImported` with the reason if nothing can be imported. */
export async function importRtcmLog(dependencies: ImportDependencies, wish: ImportWish): Promise<Imported> {
  const { station, path, dayMs, now, isForced } = wish
  const window = { firstMs: Number.POSITIVE_INFINITY, lastMs: Number.NEGATIVE_INFINITY }
  const facts = await readRtcmLog(await openSource(path), dayMs, now, {
    frame(_, instantMs) {
      window.firstMs = Math.min(window.firstMs, instantMs)
      window.lastMs = Math.max(window.lastMs, instantMs)
    },
  })
  if (!isForced) checkPlace(station, facts.position)
  const existing = await existingEpochs(dependencies, new Date(window.firstMs), new Date(window.lastMs))
  const folder = await mkdtemp(join(dependencies.dataDir, 'import-'))
  const hours = new Hours(folder, wish, existing)
  try {
    await readRtcmLog(await openSource(path), dayMs, now, hours)
    return { facts, ...(await hours.store(dependencies)) }
  } finally {
    await hours.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function checkPlace({ code, lat, lng, positionPending }: ImportWish['station'], at: LogFacts['position']): void {
  if (at === null)
    throw new NotImported(`the file does not say where its antenna is (1005 or 1006): add --force if it is of ${code}`)
  if (positionPending) return
  const km = distanceKm({ lat, lng }, positionOf(at))
  if (km > SAME_PLACE_KM)
    throw new NotImported(
      `the antenna of the file is ${km < 10 ? `${Math.round(km * 1000)} m` : `${Math.round(km)} km`} from ${code}: check the file, or add --force`,
    )
}

async function existingEpochs({ segmentsOf, storage, folder }: ImportDependencies, from: Date, to: Date) {
  const existing = new EpochSet()
  const listed = await segmentsOf(new Date(from.getTime() - HOUR_MS), new Date(to.getTime() + HOUR_MS))
  const unread = await readFrames({ storage, folder }, segmentsIn(listed, from, new Date(to.getTime() + 1)), {
    frame(payload, type, receivedMs) {
      const instantMs = observedAt(payload, type, receivedMs)
      if (instantMs !== null) existing.add(instantMs)
    },
  })
  const [first] = unread
  if (first)
    throw new NotImported(
      `the recording of ${first.hour.toISOString()} cannot be read here, so its gaps are unknown (${(first.error as Error).message}): run the import on the machine that recorded it, or later`,
    )
  return existing
}

interface HourFile {
  readonly start: SegmentStart
  readonly path: string
  readonly out: WriteStream
  readonly counter: EpochCounter
  bytes: number
}

class Hours {
  readonly #folder: string
  readonly #wish: ImportWish
  readonly #existing: EpochSet
  readonly #added = new EpochSet()
  readonly #skipped = new EpochSet()
  readonly #counts = new Map<number, { added: number; existed: number }>()
  readonly #files = new Map<number, HourFile>()

  constructor(folder: string, wish: ImportWish, existing: EpochSet) {
    this.#folder = folder
    this.#wish = wish
    this.#existing = existing
  }

  frame(bytes: Buffer, instantMs: number, isObservation: boolean): void {
    const hour = hourOf(instantMs)
    if (isObservation) this.#count(hour.getTime(), instantMs)
    if (this.#existing.has(instantMs)) return
    const file = this.#fileOf(hour)
    const head = encodeRecordHead(bytes.length, instantMs)
    file.counter.push(bytes, instantMs)
    file.out.write(head)
    file.out.write(Buffer.from(bytes))
    file.bytes += head.length + bytes.length
  }

  async store({ storage }: ImportDependencies): Promise<Omit<Imported, 'facts'>> {
    await this.close()
    const segments: StoredSegment[] = []
    for (const { start, path, counter, bytes } of this.#files.values()) {
      const counts: SegmentCounts = counter.counts
      if (counts.epochs === 0) continue
      const compressed = `${path}.zst`
      const file = await compressFile(path, bytes, compressed)
      await storage.put(start.name, compressed)
      segments.push({ ...start, ...counts, ...file })
    }
    const hours = [...this.#counts].toSorted(([one], [other]) => one - other)
    return { segments, hours: hours.map(([ms, counts]) => ({ hour: new Date(ms), ...counts })) }
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.#files.values()].map(async ({ out }) => {
        if (!out.closed) await finished(out.end())
      }),
    )
  }

  #count(hourMs: number, instantMs: number): void {
    const counts = this.#counts.get(hourMs) ?? { added: 0, existed: 0 }
    this.#counts.set(hourMs, counts)
    if (this.#existing.has(instantMs)) {
      if (this.#skipped.add(instantMs)) counts.existed++
    } else if (this.#added.add(instantMs)) counts.added++
  }

  #fileOf(hour: Date): HourFile {
    const known = this.#files.get(hour.getTime())
    if (known) return known
    const { station, node } = this.#wish
    const start: SegmentStart = {
      ...{ stationId: station.id, hour, origin: 'import', format: 'rtcm', node, fencingToken: null },
      name: segmentName({ stationId: station.id, hour }, `import-${randomUUID().slice(0, 8)}`),
    }
    const path = join(this.#folder, createHash('sha256').update(start.name).digest('hex'))
    const out = createWriteStream(path, { mode: 0o600 })
    const description = encodeDescription(start)
    out.write(description)
    const file = { start, path, out, counter: new EpochCounter(), bytes: description.length }
    this.#files.set(hour.getTime(), file)
    return file
  }
}
