// The first pass over a window: the signals, the epochs and what the station says about itself.
import { type ObservationFileHeader, type ObservationTypes, type StationHeader, TypeScan } from '@vertice/rinex'
import {
  codeOf,
  decodeEquipment,
  decodeGlonassBiases,
  decodeObservationHead,
  decodePosition,
  epochInstant,
  gpsFromUtc,
  isObservation,
  type ObservationEpoch,
  satelliteName,
} from '@vertice/rtcm'
import { DAILY_FOLDER } from '../../domain/archive/daily.ts'
import { ecefOf, heightOf, positionOf } from '../../domain/geometry/geodesy.ts'
import type { DailyRun } from '../reading/daily.ts'
import { RecordedEpochs } from '../reading/epochs.ts'
import { WindowEphemerides } from './navigation/ephemerides.ts'
import { EpochPlan, type EpochWindow } from './tally.ts'

export interface ScannedWindow extends EpochWindow {
  /** Letters of the constellations; all if undefined. */
  readonly constellations: string | undefined
  readonly isVersion2: boolean
}

/** Letters of the constellations that RINEX 2.11 has. */
const IN_VERSION_2 = 'GRES'

/** An epoch is complete before a message of this much later arrives. */
const PAST_END_MS = 60_000

/**
 * Tells when the rest of the stream is after the window: by the times of observation and by the times of arrival,
 * because either clock can be wrong for a while.
 */
export class WindowEnd {
  readonly #endMs: number
  #observedMs = Number.NEGATIVE_INFINITY
  #receivedMs = Number.NEGATIVE_INFINITY

  constructor({ toMs }: EpochWindow) {
    this.#endMs = toMs + PAST_END_MS
  }

  note({ gpsMs, receivedMs }: Pick<ObservationEpoch, 'gpsMs' | 'receivedMs'>): void {
    this.#observedMs = gpsMs
    this.#receivedMs = gpsFromUtc(receivedMs)
  }

  get isOver(): boolean {
    return Math.min(this.#observedMs, this.#receivedMs) > this.#endMs
  }
}

/** Whether the file has a line for the epoch. */
export function isWritten(epoch: ObservationEpoch, { constellations, isVersion2 }: ScannedWindow): boolean {
  for (let row = 0; row < epoch.rows; row++) {
    if (Number.isNaN(epoch.pseudorange[row]!) && Number.isNaN(epoch.phase[row]!)) continue
    if (codeOf(epoch, row) === undefined) continue
    const letter = satelliteName(epoch.satellite[row]!)[0]!
    if (constellations?.includes(letter) === false || (isVersion2 && !IN_VERSION_2.includes(letter))) continue
    return true
  }
  return false
}

export class WindowScan {
  readonly #window: ScannedWindow
  readonly #types = new TypeScan()
  readonly #plan: EpochPlan
  readonly #end: WindowEnd
  readonly #epochs: RecordedEpochs
  #position: ReturnType<typeof decodePosition> = null
  #equipment: ReturnType<typeof decodeEquipment> = null
  #biases: ReturnType<typeof decodeGlonassBiases> = null
  /** The header of the first imported or daily file. */
  #header: ObservationFileHeader | null = null
  readonly #importedChannels = new Map<number, number>()
  #importedEpochs = 0
  #dailyEpochs = 0
  readonly ephemerides: WindowEphemerides

  constructor(window: ScannedWindow, mostGaps: number) {
    this.#window = window
    this.#plan = new EpochPlan(window, mostGaps)
    this.#end = new WindowEnd(window)
    this.ephemerides = new WindowEphemerides(window.toMs - window.fromMs, window.constellations)
    this.#epochs = new RecordedEpochs(
      {
        onEpoch: (epoch, source) => {
          this.#end.note(epoch)
          const isPlanned = isWritten(epoch, window) && this.#plan.add(epoch.gpsMs)
          if (source === null || !isPlanned) return
          if (source.startsWith(DAILY_FOLDER)) this.#dailyEpochs++
          else this.#importedEpochs++
          this.#types.addEpoch(epoch)
        },
        onHeader: (header) => {
          this.#header ??= header
          for (const [slot, channel] of header.glonassChannels) this.#importedChannels.set(slot, channel)
        },
      },
      { detail: () => 'presence' },
    )
  }

  frame(payload: Buffer, type: number, receivedMs: number): void {
    const isDecoded = this.#epochs.frame(payload, type, receivedMs)
    if (isObservation(type)) {
      if (isDecoded && this.#isWithin(payload, type, receivedMs)) this.#types.add(payload, type, receivedMs)
    } else if (type === 1005 || type === 1006) this.#position ??= decodePosition(payload)
    else if (type === 1033) this.#equipment ??= decodeEquipment(payload)
    else if (type === 1007 || type === 1008) this.#equipment ??= decodeEquipment(payload)
    else if (type === 1230) this.#biases ??= decodeGlonassBiases(payload)
    else this.ephemerides.message(payload, type, receivedMs)
  }

  imported(source: string): (text: Buffer, atMs: number) => void {
    return this.#epochs.imported(source)
  }

  daily(run: DailyRun): (content: Buffer) => boolean {
    return this.#epochs.daily(run)
  }

  get isPastEnd(): boolean {
    return this.#end.isOver
  }

  end() {
    this.#epochs.flush()
    return {
      ...this.#plan.end(),
      types: this.#types.take(this.#window.constellations) satisfies ObservationTypes,
      importedEpochs: this.#importedEpochs,
      dailyEpochs: this.#dailyEpochs,
      channels: this.#epochs.channels,
      glonassChannels: new Map([
        ...this.#importedChannels,
        ...this.ephemerides.glonassChannels,
        ...this.#epochs.channels.all(),
      ]),
      biases: this.#biases?.biases ?? this.#header?.glonassBiases ?? null,
    }
  }

  /** The station as its stream describes it; without such messages, as the header of the first imported file does. */
  get station(): Pick<StationHeader, 'receiver' | 'antenna' | 'position' | 'eccentricity'> {
    if (this.#header && !this.#position && !this.#equipment) {
      const { receiver, antenna, position, eccentricity } = this.#header.station
      return { receiver, antenna, position, eccentricity }
    }
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
