// A station's stream without NTRIP: opens its input, forwards the data, and opens it again when it is lost.
import { FromFirstFrame } from '@vertice/rtcm'
import { placeOf, type RawAddress } from '../../../domain/network/raw-address.ts'
import type { StreamLoss } from '../../../domain/network/source-address.ts'
import type { Reachable } from './guarded-connection.ts'
import { type CloseInput, openInput } from './raw-inputs.ts'
import type { StreamEvents, StreamOptions } from './stream-client.ts'

const SILENT_FOR_MS = 60_000
const FIRST_BACK_OFF_MS = 1_000
const MAX_BACK_OFF_MS = 60_000

export interface RawReachable extends Reachable {
  /** Whether the operator allows this port or device of this machine. */
  readonly mayUse: (address: RawAddress) => boolean
}

export class RawClient {
  readonly #from: RawAddress
  readonly #reachable: RawReachable
  readonly #events: StreamEvents
  readonly #onlyRtcm: boolean
  #close: CloseInput | null = null
  #timer: NodeJS.Timeout | null = null
  #backOffMs = FIRST_BACK_OFF_MS
  #isClosed = false

  constructor(
    from: RawAddress,
    reachable: RawReachable,
    events: StreamEvents,
    { onlyRtcm = true }: Pick<StreamOptions, 'onlyRtcm'>,
  ) {
    this.#from = from
    this.#reachable = reachable
    this.#events = events
    this.#onlyRtcm = onlyRtcm
    this.#open()
  }

  close(): void {
    this.#isClosed = true
    this.#end()
  }

  #open(): void {
    if (!this.#reachable.mayUse(this.#from)) {
      const input = placeOf(this.#from)
      return void process.nextTick(() => this.#fail({ code: 'input_not_allowed', params: { input } }))
    }
    let rtcm: FromFirstFrame | null = null
    let isOver = false
    const fail = (why: StreamLoss) => {
      if (isOver) return
      isOver = true
      this.#fail(why)
    }
    this.#close = openInput(this.#from, this.#reachable, {
      opened: () => {
        rtcm = this.#onlyRtcm ? new FromFirstFrame() : null
        if (this.#timer) clearTimeout(this.#timer)
        this.#timer = setTimeout(() => fail({ code: 'silent', params: {} }), SILENT_FOR_MS)
        this.#events.opened()
      },
      data: (bytes) => {
        if (isOver || this.#isClosed) return
        const stream = rtcm ? rtcm.push(bytes) : bytes
        if (stream === null) return fail({ code: 'not_rtcm', params: {} })
        if (stream.length === 0) return
        this.#timer?.refresh()
        this.#backOffMs = FIRST_BACK_OFF_MS
        this.#events.data(stream)
      },
      failed: fail,
    })
  }

  #fail(why: StreamLoss): void {
    if (this.#isClosed) return
    this.#end()
    this.#events.lost(why)
    if (this.#isClosed) return
    const jitter = 0.8 + 0.4 * Math.random()
    this.#timer = setTimeout(() => this.#open(), this.#backOffMs * jitter)
    this.#backOffMs = Math.min(this.#backOffMs * 2, MAX_BACK_OFF_MS)
  }

  #end(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#close?.()
    this.#close = null
  }
}
