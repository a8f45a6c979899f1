// Measures a station's stream beside the relay: bytes and their arrival in, the facts of a slice of time out.
// One meter belongs to one station and outlives its connections: what is missing between two of them is missing.
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
  /** How many came of each message type. */
  readonly messages: Readonly<Record<number, number>>
  /** Of an observation epoch: neither text (1029) nor what a frozen receiver repeats is a sign of life. null: never. */
  readonly lastEpochArrivalMs: number | null
  /** As told last, in whatever slice. */
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

  /** `hear` gets every frame as well. */
  constructor(nowMs: number, hear: OnFrame = () => {}) {
    this.#sinceMs = nowMs
    this.#hear = hear
  }

  get lastEpochArrivalMs(): number | null {
    return this.#epochs.lastArrivalMs
  }

  /** How many bytes at the end of what was pushed may be the beginning of a frame. */
  get unfinishedBytes(): number {
    return this.#reader.unfinishedBytes
  }

  /** Never throws, and keeps nothing of the chunk. */
  push(chunk: Buffer, arrivalMs: number): void {
    this.#bytes += chunk.length
    this.#shape.bytes(chunk.length, arrivalMs)
    this.#arrivalMs = arrivalMs
    this.#reader.push(chunk)
  }

  /** The source has connected again: its bytes do not continue a half frame. */
  reconnected(): void {
    this.#reader.restart()
    this.#epochs.reconnected()
  }

  /** Nobody could listen since the last slice: what was due meanwhile is not missing. */
  excuse(): void {
    this.#epochs.excuse()
  }

  /** For the sourcetable; null: nothing came in the last minutes. */
  shape(nowMs: number): StreamShape | null {
    return this.#shape.shape(nowMs)
  }

  /** What came since the last call; to be called every few seconds, connected or not. */
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
   * GLONASS may name no day; and a wrong one would go unnoticed in the field, because RTKLIB does not read it. The day of the
   * stream is meant, which for a recording is not ours: else the constellations of one epoch would fall apart.
   */
  #instantOf({ constellation, epoch }: ObservationHead): number | null {
    const streamTime = constellation === 'GLO' ? this.#epochs.timeAt(this.#arrivalMs) : null
    if (streamTime !== null) return glonassInstantOfDay(epoch, streamTime)
    return epochInstant(constellation, epoch, this.#arrivalMs)
  }

  /** A 1033 tells more than the 1007 or 1008 that may come beside it. */
  #onEquipment(told: Equipment | null): void {
    if (told !== null && (told.receiver !== null || !this.#equipment?.receiver)) this.#equipment = told
  }
}
