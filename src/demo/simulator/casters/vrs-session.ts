// One client of the simulated VRS engine: waits for its position, then streams a virtual station at that place.
import type { Socket } from 'node:net'
import { GgaLines, readGga } from '@vertice/ntrip'
import { distanceKm } from '../../../domain/geometry/geodesy.ts'
import { everyEpoch } from '../epoch-clock.ts'
import type { Place } from '../sky/earth.ts'
import type { Sky } from '../sky/sky.ts'
import { StationStream } from '../station-stream.ts'

export interface VrsSessionOptions {
  readonly sky: Sky
  readonly stationId: number
  /** Distance that the client can move before it gets a new virtual station. */
  readonly followKm: number
  readonly intervalMs: number
}

/** A client that does not read is disconnected. */
const MOST_UNSENT_BYTES = 256 * 1024

export class VrsSession {
  readonly #socket: Socket
  readonly #options: VrsSessionOptions
  readonly #lines = new GgaLines()
  readonly #stopClock: () => void
  #place: Place | null = null
  #stream: StationStream | null = null

  constructor(socket: Socket, options: VrsSessionOptions) {
    this.#socket = socket
    this.#options = options
    this.#stopClock = everyEpoch(options.intervalMs, (instantMs) => this.#epoch(instantMs))
    socket.on('data', (bytes) => this.read(bytes))
    socket.on('close', () => this.#stopClock())
  }

  /** Position of the virtual station; `null` until the client sends a position. */
  get place(): Place | null {
    return this.#place
  }

  read(bytes: Buffer): void {
    for (const sentence of this.#lines.push(bytes)) this.hear(sentence)
  }

  hear(sentence: string): void {
    const place = placeOf(sentence)
    if (place === null) return
    if (this.#place !== null && distanceKm(place, this.#place) <= this.#options.followKm) return
    const { sky, stationId } = this.#options
    this.#place = place
    this.#stream = new StationStream(sky, { code: 'SIMULATED-VRS', stationId, position: place })
  }

  #epoch(instantMs: number): void {
    if (this.#stream === null) return
    if (this.#socket.writableLength > MOST_UNSENT_BYTES) this.#socket.destroy()
    else this.#socket.write(this.#stream.epoch(instantMs))
  }
}

const SEPARATION_FIELD = 11

/** Ellipsoidal height: a GGA has the height above the geoid and the geoid separation. */
function placeOf(sentence: string): Place | null {
  const gga = readGga(sentence)
  if (!gga?.position) return null
  const separation = Number(sentence.split(',')[SEPARATION_FIELD]) || 0
  return { ...gga.position, height: (gga.altitude ?? 0) + separation }
}
