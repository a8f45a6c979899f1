// Reads the epochs of one station from the archive, hour by hour, at the interval of the computation.
import { fromLocal, geodeticOf, type Vector } from '@vertice/gnss'
import type { ObservationFileHeader } from '@vertice/rinex'
import { decodeEphemeris, decodeEquipment, decodePosition, type Ephemeris, type ObservationEpoch } from '@vertice/rtcm'
import { readAntennaCode } from '../../domain/archive/equipment.ts'
import { readRinex } from '../import/rinex-file.ts'
import { RecordedEpochs } from '../reading/epochs.ts'
import type { SegmentPlaces } from '../reading/records.ts'
import { type ReadSegment, readFrames, type UnreadSegment } from '../reading/window.ts'
import { instantOf, isAtInterval, KeptEpochs } from './kept-epochs.ts'

/** Positions nearer to the centre of the Earth are not those of a station: receivers send zeros before they know theirs. */
export const LEAST_RADIUS_M = 6_300_000

export interface ReadingWindow {
  /** GPS time. */
  readonly fromMs: number
  readonly toMs: number
  readonly intervalMs: number
}

export class StationReading {
  /** Oldest first; taken out by the computation. */
  readonly epochs: ObservationEpoch[] = []
  readonly unread: UnreadSegment[] = []
  /** Position of the antenna that the stream announced first, or that the header of an imported file names. */
  announced: Vector | null = null
  /** Type and radome of the antenna, as announced first; `null` if unknown. */
  antenna: { readonly type: string; readonly radome: string } | null = null
  readonly #places: SegmentPlaces
  readonly #window: ReadingWindow
  readonly #recorded: RecordedEpochs
  readonly #onEphemeris: (ephemeris: Ephemeris) => void
  readonly #kept: KeptEpochs

  constructor(places: SegmentPlaces, window: ReadingWindow, onEphemeris: (ephemeris: Ephemeris) => void) {
    this.#places = places
    this.#window = window
    this.#onEphemeris = onEphemeris
    this.#kept = new KeptEpochs(window.intervalMs)
    this.#recorded = new RecordedEpochs(
      { onEpoch: (epoch) => this.#epoch(epoch), onHeader: (header) => this.#header(header) },
      { detail: (gpsMs) => (isAtInterval({ gpsMs }, window.intervalMs) ? 'all' : 'losses') },
    )
  }

  /** Segments of one hour. */
  async read(segments: readonly ReadSegment[], pause: () => Promise<boolean>): Promise<void> {
    const unread = await readFrames(this.#places, segments, {
      frame: (payload, type, receivedMs) => {
        if (this.#recorded.frame(payload, type, receivedMs)) return
        if (type === 1005 || type === 1006) this.#announcedIn(payload)
        else if (!this.antenna) this.#antennaIn(payload)
        const ephemeris = decodeEphemeris(payload, type, receivedMs)
        if (ephemeris) this.#onEphemeris(ephemeris)
      },
      imported: (source) => this.#recorded.imported(source),
      pause,
    })
    this.unread.push(...unread)
  }

  /** Reads a RINEX file that is not in the archive. */
  async readFile(path: string): Promise<void> {
    await readRinex(path, { onEpoch: (epoch) => this.#epoch(epoch), onHeader: (header) => this.#header(header) })
  }

  end(): void {
    this.#recorded.flush()
  }

  #header({ station: { position, eccentricity, antenna } }: ObservationFileHeader): void {
    if (antenna.type !== '') this.antenna ??= { type: antenna.type, radome: antenna.radome }
    if (!position || this.announced) return
    const { x, y, z } = fromLocal(eccentricity, geodeticOf(position))
    this.#announce({ x: position.x + x, y: position.y + y, z: position.z + z })
  }

  #antennaIn(payload: Buffer): void {
    const { type, radome } = readAntennaCode(decodeEquipment(payload)?.antenna ?? '')
    if (type !== '') this.antenna = { type, radome }
  }

  #announcedIn(payload: Buffer): void {
    const position = decodePosition(payload)
    if (position) this.#announce(position)
  }

  #announce({ x, y, z }: Vector): void {
    if (Math.hypot(x, y, z) > LEAST_RADIUS_M) this.announced ??= { x, y, z }
  }

  #epoch(epoch: ObservationEpoch): void {
    const { fromMs, toMs, intervalMs } = this.#window
    const nearest = instantOf(epoch, intervalMs)
    const kept = this.#kept.keep(epoch, nearest >= fromMs && nearest < toMs)
    if (kept) this.epochs.push(kept)
  }
}
