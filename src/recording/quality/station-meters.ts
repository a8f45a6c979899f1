// Measures all stations of a process, in the worker thread: decodes their frames and meters their epochs. Ephemerides
// are shared, because every station sees the same satellites.
import {
  EphemerisBook,
  QualityMeter,
  type QualityMinute,
  SatellitesAt,
  type SkyCell,
  type SkySatellite,
  skySample,
  Transmissions,
  type Vector,
} from '@vertice/gnss'
import { decodeEphemeris, type Ephemeris, FrameReader, ObservationDecoder, type ObservationEpoch } from '@vertice/rtcm'
import type { Position } from '../../domain/geometry/geodesy.ts'

const SKY_PART_MS = 600_000
/** The minute of a silent station is passed on after this time. */
const SILENT_MS = 90_000
/** After this time the memory of a silent station is freed. */
const FORGOTTEN_MS = 600_000

export interface MeteredStation {
  readonly id: number
  /** Registered position; `null` if it is unknown. */
  readonly near: Vector | null
  /** Reference of baselines to its neighbours; `null` if it has none. */
  readonly place?: Position | null
}

export interface StationMinute extends QualityMinute {
  readonly stationId: number
  readonly sky: readonly SkySatellite[]
}

export interface StationSkyPart {
  readonly stationId: number
  readonly atMs: number
  readonly cells: readonly SkyCell[]
  /** At the end of the part: azimuth, elevation and C/N0, which is 0 if unknown and `null` if not tracked. */
  readonly satellites: readonly (readonly [string, number, number, number | null])[]
}

export interface Measured {
  readonly minutes: readonly StationMinute[]
  readonly skyParts: readonly StationSkyPart[]
}

interface Metered {
  readonly reader: FrameReader
  readonly decoder: ObservationDecoder
  /** `null` if another node measures the station. */
  readonly meter: QualityMeter | null
  receivedMs: number
  partMs: number
}

/** Receives what is decoded of the stations. */
export interface DecodedListener {
  frame(stationId: number, payload: Buffer, type: number): void
  ephemeris(stationId: number, ephemeris: Ephemeris): void
  epoch(stationId: number, epoch: ObservationEpoch): void
  /** The next frames are of another connection. */
  restart(stationId: number): void
}

export class StationMeters {
  readonly #listener: DecodedListener | null
  readonly #book = new EphemerisBook()
  readonly #satellites = new SatellitesAt(this.#book)
  readonly #transmissions = new Transmissions()
  readonly #metered = new Map<number, Metered>()
  #elsewhere: ReadonlySet<number> = new Set()
  #stations: ReadonlyMap<number, MeteredStation> = new Map()
  #minutes: StationMinute[] = []
  #skyParts: StationSkyPart[] = []

  constructor(listener: DecodedListener | null = null) {
    this.#listener = listener
  }

  /** A station that changed is measured again. */
  setStations(stations: readonly MeteredStation[]): void {
    const before = this.#stations
    this.#stations = new Map(stations.map((station) => [station.id, station]))
    for (const id of this.#metered.keys())
      if (JSON.stringify(before.get(id)) !== JSON.stringify(this.#stations.get(id))) this.#forget(id)
  }

  /** Stations that another node owns and measures; their frames are for baselines only. */
  setElsewhere(stationIds: ReadonlySet<number>): void {
    const before = this.#elsewhere
    this.#elsewhere = stationIds
    for (const id of this.#metered.keys()) if (before.has(id) !== stationIds.has(id)) this.#forget(id)
  }

  push(stationId: number, frames: Buffer, receivedMs: number): void {
    const station = this.#stations.get(stationId)
    if (!station) return
    const metered = this.#metered.get(stationId) ?? this.#begin(station, receivedMs)
    metered.receivedMs = receivedMs
    metered.reader.push(frames)
  }

  /** What was measured since the last call. */
  take(nowMs: number): Measured {
    for (const [id, { receivedMs, meter }] of this.#metered) {
      if (nowMs - receivedMs > FORGOTTEN_MS) this.#forget(id)
      else if (nowMs - receivedMs > SILENT_MS) meter?.flush()
    }
    const measured = { minutes: this.#minutes, skyParts: this.#skyParts }
    this.#minutes = []
    this.#skyParts = []
    return measured
  }

  #begin({ id, near }: MeteredStation, receivedMs: number): Metered {
    const decoder = new ObservationDecoder((epoch) => {
      meter?.add(epoch)
      this.#listener?.epoch(id, epoch)
    })
    const meter = this.#elsewhere.has(id)
      ? null
      : new QualityMeter({
          ...{ book: this.#book, satellites: this.#satellites, transmissions: this.#transmissions },
          ...{ channels: decoder.channels, near },
          onMinute: (minute) => this.#note(id, metered, minute),
        })
    const reader = new FrameReader((payload, type) => {
      const ephemeris = decodeEphemeris(payload, type, metered.receivedMs)
      if (ephemeris) {
        this.#book.add(ephemeris, id)
        this.#listener?.ephemeris(id, ephemeris)
      }
      this.#listener?.frame(id, payload, type)
      decoder.add(payload, type, metered.receivedMs)
    })
    const metered: Metered = { reader, decoder, meter, receivedMs, partMs: partOf(receivedMs) }
    this.#metered.set(id, metered)
    return metered
  }

  #note(stationId: number, metered: Metered, minute: QualityMinute): void {
    this.#minutes.push({ ...minute, stationId, sky: metered.meter?.sky() ?? [] })
    const partMs = partOf(minute.minuteMs + 60_000)
    if (partMs !== metered.partMs) this.#takeSky(stationId, metered, partMs)
  }

  #takeSky(stationId: number, metered: Metered, partMs: number): void {
    const { meter } = metered
    if (!meter) return
    const { grid } = meter
    const cells = grid.cells()
    const satellites = meter.sky().map(skySample)
    if (cells.length > 0) this.#skyParts.push({ stationId, atMs: metered.partMs, cells, satellites })
    grid.clear()
    metered.partMs = partMs
  }

  #forget(id: number): void {
    const metered = this.#metered.get(id)
    if (!metered) return
    metered.decoder.flush()
    metered.meter?.flush()
    this.#takeSky(id, metered, Number.NaN)
    this.#metered.delete(id)
    this.#listener?.restart(id)
  }
}

const partOf = (ms: number) => Math.floor(ms / SKY_PART_MS) * SKY_PART_MS
