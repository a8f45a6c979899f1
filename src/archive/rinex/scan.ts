// The first pass over a window: the signals, the epochs and what the station says about itself.
import { type ObservationTypes, type StationHeader, TypeScan } from '@vertice/rinex'
import {
  decodeEquipment,
  decodeGlonassBiases,
  decodeObservationHead,
  decodePosition,
  epochInstant,
  gpsFromUtc,
  isObservation,
  ObservationDecoder,
  type ObservationEpoch,
} from '@vertice/rtcm'
import { ecefOf, heightOf, positionOf } from '../../domain/geometry/geodesy.ts'
import { WindowEphemerides } from './ephemerides.ts'
import { EpochTally, type Tally } from './tally.ts'

export interface ScannedWindow {
  readonly fromMs: number
  readonly toMs: number
  readonly intervalMs: number
  /** Letters of the constellations; all if undefined. */
  readonly constellations: string | undefined
}

/** An epoch is complete before a message of this much later arrives. */
export const PAST_END_MS = 60_000

export class WindowScan {
  readonly #window: ScannedWindow
  readonly #types = new TypeScan()
  readonly #tally: EpochTally
  readonly #decoder: ObservationDecoder
  #newestMs = Number.NEGATIVE_INFINITY
  #position: ReturnType<typeof decodePosition> = null
  #equipment: ReturnType<typeof decodeEquipment> = null
  #biases: ReturnType<typeof decodeGlonassBiases> = null
  readonly #ephemerides: WindowEphemerides

  constructor(window: ScannedWindow, mostGaps: number) {
    this.#window = window
    this.#tally = new EpochTally(window.fromMs, window.toMs, window.intervalMs, mostGaps)
    this.#ephemerides = new WindowEphemerides(window.toMs - window.fromMs, window.constellations)
    const addEpoch = ({ gpsMs }: ObservationEpoch) => {
      this.#newestMs = gpsMs
      if (this.#tally.takes(gpsMs)) this.#tally.add(gpsMs)
    }
    this.#decoder = new ObservationDecoder(addEpoch, { withValues: false })
  }

  frame(payload: Buffer, type: number, receivedMs: number): void {
    this.#decoder.add(payload, type, receivedMs)
    if (isObservation(type)) {
      if (this.#isWithin(payload, type, receivedMs)) this.#types.add(payload, type, receivedMs)
    } else if (type === 1005 || type === 1006) this.#position ??= decodePosition(payload)
    else if (type === 1033) this.#equipment ??= decodeEquipment(payload)
    else if (type === 1007 || type === 1008) this.#equipment ??= decodeEquipment(payload)
    else if (type === 1230) this.#biases ??= decodeGlonassBiases(payload)
    else this.#ephemerides.add(payload, type, receivedMs)
  }

  get isPastEnd(): boolean {
    return this.#newestMs > this.#window.toMs + PAST_END_MS
  }

  end() {
    this.#decoder.flush()
    return {
      tally: this.#tally.end() satisfies Tally,
      types: this.#types.take(this.#window.constellations) satisfies ObservationTypes,
      channels: this.#decoder.channels,
      biases: this.#biases?.biases ?? null,
      ephemerides: this.#ephemerides.all(),
    }
  }

  /** The station as its stream describes it. */
  get station(): Pick<StationHeader, 'receiver' | 'antenna' | 'position' | 'eccentricity'> {
    const { antenna = '', antennaSerial, receiver } = this.#equipment ?? {}
    const up = this.#position?.antennaHeight ?? 0
    return {
      receiver: receiver ?? { serial: '', type: '', firmware: '' },
      // RTCM sends the IGS name with the radome in its last four characters.
      antenna: {
        serial: antennaSerial ?? '',
        type: antenna.slice(0, 16).trimEnd(),
        radome: antenna.slice(16, 20).trim(),
      },
      position: this.#position && below(this.#position, up),
      eccentricity: { up, east: 0, north: 0 },
    }
  }

  #isWithin(payload: Buffer, type: number, receivedMs: number): boolean {
    const head = decodeObservationHead(payload, type)
    const atMs = head && epochInstant(head.constellation, head.epoch, receivedMs)
    if (atMs === null) return false
    const gpsMs = gpsFromUtc(atMs)
    return gpsMs >= this.#window.fromMs && gpsMs < this.#window.toMs
  }
}

/** The marker below the antenna reference point, along the normal of the ellipsoid. */
const below = (point: { x: number; y: number; z: number }, metres: number) =>
  metres === 0 ? point : ecefOf({ ...positionOf(point), height: heightOf(point) - metres })
