// The epochs of a recording in order of time: decoded from frames, and those of imported and daily files between them.
import { type ObservationFileHeader, RinexReader } from '@vertice/rinex'
import {
  type DecoderOptions,
  type GlonassChannels,
  gpsFromUtc,
  ObservationDecoder,
  type ObservationEpoch,
} from '@vertice/rtcm'
import type { DailyRun } from './daily.ts'

/** An imported epoch waits for frames of earlier epochs, which arrive up to this much later. */
const LATENCY_MS = 60_000
/** Receivers round the time of an epoch by a few ms. */
const SAME_INSTANT_MS = 5

export interface RecordedHandlers {
  /** `source`: name of the imported or daily file; `null` if decoded from frames. The epoch is valid during the call. */
  onEpoch(epoch: ObservationEpoch, source: string | null): void
  /** The header of an imported or daily file, once per part that is read. */
  onHeader?(header: ObservationFileHeader): void
}

interface Waiting {
  readonly text: Buffer
  readonly atMs: number
  readonly reader: RinexReader
}

/** Takes what `readFrames` delivers. */
export class RecordedEpochs {
  readonly #handlers: RecordedHandlers
  readonly #decoder: ObservationDecoder
  /** As text: at 50 Hz, decoded epochs of a minute would take 130 MB. */
  readonly #waiting: Waiting[] = []

  constructor(handlers: RecordedHandlers, options?: DecoderOptions) {
    this.#handlers = handlers
    this.#decoder = new ObservationDecoder((epoch) => {
      while (this.#waiting[0] && gpsFromUtc(this.#waiting[0].atMs) < epoch.gpsMs - SAME_INSTANT_MS) this.#passOn()
      handlers.onEpoch(epoch, null)
    }, options)
  }

  get channels(): GlonassChannels {
    return this.#decoder.channels
  }

  /** Returns whether the frame is an observation message that was decoded. */
  frame(payload: Buffer, type: number, receivedMs: number): boolean {
    this.#passOnUntil(receivedMs - LATENCY_MS)
    return this.#decoder.add(payload, type, receivedMs)
  }

  imported(source: string): (text: Buffer, atMs: number) => void {
    const { onEpoch, onHeader } = this.#handlers
    const reader = new RinexReader({
      onEpoch: (epoch) => onEpoch(epoch, source),
      ...(onHeader && { onHeader }),
    })
    return (text, atMs) => {
      this.#waiting.push({ text, atMs, reader })
      this.#passOnUntil(atMs - LATENCY_MS)
    }
  }

  daily({ name, from, to }: DailyRun): (content: Buffer) => boolean {
    this.flush()
    const [fromMs, toMs] = [gpsFromUtc(from.getTime()), gpsFromUtc(to.getTime())]
    let isInside = true
    const { onEpoch, onHeader } = this.#handlers
    const reader = new RinexReader({
      onEpoch(epoch) {
        isInside = epoch.gpsMs < toMs
        if (isInside && epoch.gpsMs >= fromMs) onEpoch(epoch, name)
      },
      ...(onHeader && { onHeader }),
    })
    return (content) => {
      reader.push(content)
      return isInside
    }
  }

  flush(): void {
    this.#passOnUntil(Number.POSITIVE_INFINITY)
    this.#decoder.flush()
  }

  #passOnUntil(untilMs: number): void {
    while (this.#waiting[0] && this.#waiting[0].atMs <= untilMs) {
      this.#decoder.flush(gpsFromUtc(this.#waiting[0].atMs))
      this.#passOn()
    }
  }

  #passOn(): void {
    const { text, reader } = this.#waiting.shift()!
    reader.push(text)
  }
}
