// Measures a station's stream: takes bytes with their arrival time, returns facts per slice of time. A meter belongs to
// one station and outlives its connections: epochs that are lost between two connections count as missing.
import { epochInstant, glonassInstantOfDay } from '../epoch.ts'
import { FrameReader, type OnFrame } from '../frames/frame-reader.ts'
import { decodeEquipment, decodePosition, type Equipment, type StationPosition } from '../messages.ts'
import { decodeObservationHead, type ObservationHead } from '../observations/head.ts'
import { Epochs, type EpochsOfSlice } from './epochs.ts'
import { ShapeMeter, type StreamShape } from './stream-shape.ts'

export interface SliceFacts extends EpochsOfSlice {
  readonly fromMs: number
  readonly toMs: number
  readonly bytes: number
  readonly badCrcs: number
  readonly skippedBytes: number
  readonly messages: Readonly<Record<number, number>>
  /**
   * Arrival of the last observation epoch; `null` if never. Text (1029) and repeats of a frozen receiver do not count.
   */
  readonly lastEpochArrivalMs: number | null
  /** The last one sent, in any slice. */
  readonly position: StationPosition | null
  readonly equipment: Equipment | null
}

export class StreamMeter {
  readonly #reader = new FrameReader((payload, type) => this.#onFrame(payload, type))
  readonly #hear: OnFrame
  readonly #epochs = new Epochs()
  readonly #shape = new ShapeMeter()
  #messages = new Map<number, number>()
  #bytes = 0
  #arrivalMs = 0
  #sinceMs: number
  #position: StationPosition | null = null
  #equipment: Equipment | null = null

  /** `hear` is called with every frame. */
  constructor(nowMs: number, hear: OnFrame = () => {}) {
    this.#sinceMs = nowMs
    this.#hear = hear
  }

  get lastEpochArrivalMs(): number | null {
    return this.#epochs.lastArrivalMs
  }

  /** Number of bytes at the end of the pushed bytes that may be the start of a frame. */
  get unfinishedBytes(): number {
    return this.#reader.unfinishedBytes
  }

  /** Never throws, and keeps no reference to the chunk. */
  push(chunk: Buffer, arrivalMs: number): void {
    this.#bytes += chunk.length
    this.#shape.bytes(chunk.length, arrivalMs)
    this.#arrivalMs = arrivalMs
    this.#reader.push(chunk)
  }

  /** Call when the source reconnects: its bytes do not continue a partial frame. */
  reconnected(): void {
    this.#reader.restart()
    this.#epochs.reconnected()
  }

  /** Call if the stream could not be received since the last slice: epochs that were due do not count as missing. */
  excuse(): void {
    this.#epochs.excuse()
  }

  /** For the sourcetable; `null` if no message arrived in the last minutes. */
  shape(nowMs: number): StreamShape | null {
    return this.#shape.shape(nowMs)
  }

  /** Facts since the last call. Call every few seconds, connected or not. */
  takeSlice(nowMs: number): SliceFacts {
    const facts = {
      fromMs: this.#sinceMs,
      toMs: nowMs,
      bytes: this.#bytes,
      ...this.#reader.takeCounts(),
      messages: Object.fromEntries(this.#messages),
      ...this.#epochs.take(nowMs),
      lastEpochArrivalMs: this.#epochs.lastArrivalMs,
      position: this.#position,
      equipment: this.#equipment,
    }
    this.#sinceMs = nowMs
    this.#bytes = 0
    this.#messages = new Map()
    return facts
  }

  #onFrame(payload: Buffer, type: number): void {
    this.#hear(payload, type)
    this.#messages.set(type, (this.#messages.get(type) ?? 0) + 1)
    const head = decodeObservationHead(payload, type)
    this.#shape.message(type, head, this.#arrivalMs)
    if (head !== null) this.#onObservations(head)
    else if (type === 1005 || type === 1006) this.#position = decodePosition(payload) ?? this.#position
    else if (type === 1007 || type === 1008 || type === 1033) this.#onEquipment(decodeEquipment(payload))
  }

  #onObservations(head: ObservationHead): void {
    const instant = this.#instantOf(head)
    if (instant !== null) this.#epochs.add(head, instant, this.#arrivalMs)
  }

  /**
   * GLONASS may omit the day, and a wrong day goes unnoticed in the field, because RTKLIB does not read it. So the day
   * comes from the stream's own time, which differs from ours for a recording; otherwise the constellations of one
   * epoch would be separated.
   */
  #instantOf({ constellation, epoch }: ObservationHead): number | null {
    const streamTime = constellation === 'GLO' ? this.#epochs.timeAt(this.#arrivalMs) : null
    if (streamTime !== null) return glonassInstantOfDay(epoch, streamTime)
    return epochInstant(constellation, epoch, this.#arrivalMs)
  }

  /** A 1007 or 1008 keeps the receiver of the last 1033. Messages about the same antenna complete each other. */
  #onEquipment(told: Equipment | null): void {
    if (told === null) return
    const before = this.#equipment
    const antenna = told.antenna || (before?.antenna ?? '')
    const isSame = antenna === before?.antenna
    this.#equipment = {
      ...told,
      antenna,
      antennaSerial: told.antennaSerial || (isSame ? before.antennaSerial : told.antennaSerial),
      receiver: told.receiver ?? before?.receiver ?? null,
    }
  }
}
