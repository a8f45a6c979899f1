// Converts an observation message to the wanted form and passes it to `EpochClosing`.

import { GlonassChannels } from '../../observations/glonass-channels.ts'
import { CONSTELLATIONS } from '../../observations/head.ts'
import { MsmLayout } from '../../observations/msm-layout.ts'
import type { ConversionCounts, LeftOut } from '../counts.ts'
import type { EpochClosing } from '../epoch-closing.ts'
import type { ConversionSettings, Wanted } from '../settings.ts'
import { copySatellites, isGpsLegacy, isWholeLegacy, legacyCloseBit } from './legacy-filter.ts'
import { GLONASS_FORM, GPS_FORM } from './legacy-forms.ts'
import { LegacyWriter } from './legacy-writer.ts'
import { convertedType, isLegacy } from './message-forms.ts'
import { type LowerLevel, lowerMsm } from './msm-lower.ts'
import { MsmWriter } from './msm-writer.ts'

const GPS = CONSTELLATIONS.indexOf('GPS')
const GLONASS = CONSTELLATIONS.indexOf('GLO')
const SBAS = CONSTELLATIONS.indexOf('SBS')
/** DF393. */
const MSM_CLOSE_BIT = 54
/** A station that sent MSM of a constellation within this time is expected to send more. */
const SENDS_MSM_MS = 60_000
const DAY_MS = 86_400_000

export class ObservationForms {
  readonly #form: ConversionSettings['form']
  readonly #satellites: { readonly gps: boolean; readonly sbas: boolean }
  readonly #closing: EpochClosing
  readonly #counts: ConversionCounts
  readonly #layout = new MsmLayout()
  readonly #channels: GlonassChannels
  /** By constellation; `null` if it has no legacy message. */
  readonly #writers: readonly (LegacyWriter | null)[]
  /** By constellation: the newest instant that was used, and the type of its source message. */
  readonly #instants = new Float64Array(CONSTELLATIONS.length).fill(Number.NaN)
  readonly #sources = new Uint16Array(CONSTELLATIONS.length)
  /** By constellation: the instant of the newest MSM. */
  readonly #msmAt = new Float64Array(CONSTELLATIONS.length).fill(Number.NaN)
  /** GPS and SBAS share the messages 1001 to 1004. */
  readonly #msmWriters: Readonly<Record<'gps' | 'sbas' | 'glonass', MsmWriter>>

  constructor(
    form: ConversionSettings['form'],
    {
      wanted,
      closing,
      counts,
      channels,
    }: {
      readonly wanted: Wanted
      readonly closing: EpochClosing
      readonly counts: ConversionCounts
      /** Used for channels that the stream does not send. */
      readonly channels: GlonassChannels | null
    },
  ) {
    this.#form = form
    this.#channels = new GlonassChannels(channels)
    this.#satellites = { gps: wanted.constellation(GPS), sbas: wanted.constellation(SBAS) }
    this.#closing = closing
    this.#counts = counts
    this.#msmWriters = {
      gps: new MsmWriter('GPS', counts),
      sbas: new MsmWriter('SBS', counts),
      glonass: new MsmWriter('GLO', counts),
    }
    const writer = (legacy: typeof GPS_FORM, channels: GlonassChannels | null) =>
      new LegacyWriter(legacy, this.#layout, counts, channels)
    this.#writers = CONSTELLATIONS.map((_, index) => {
      if (form !== 'legacy') return null
      if (index === GPS) return writer(GPS_FORM, null)
      return index === GLONASS ? writer(GLONASS_FORM, this.#channels) : null
    })
  }

  /** Reads what observations need from other messages. */
  hear(payload: Uint8Array, type: number): void {
    if (type === 1020) this.#channels.hearOrbit(payload)
  }

  /** The type of the converted message; the type itself if there is none. */
  typeFor(type: number): number {
    const outgoing = convertedType(type, this.#form)
    return typeof outgoing === 'number' ? outgoing : type
  }

  /** Returns why the message is left out; `null` if it is kept. */
  convert(payload: Uint8Array, type: number, constellation: number, instantMs: number): LeftOut | null {
    const isWhole = isLegacy(type) ? isWholeLegacy(payload, type) : this.#layout.read(payload, type % 10)
    if (!isWhole) return 'malformed'
    const outgoing = convertedType(type, this.#form)
    if (typeof outgoing !== 'number') return outgoing
    if (isLegacy(type) && !isGpsLegacy(type)) this.#channels.hearLegacy(payload, type)
    if (this.#form !== 'as_is' && this.#comesTwice(type, constellation, instantMs)) return 'sent_twice'
    if (!isLegacy(type) && this.#form === 'legacy')
      this.#writeLegacy(payload, this.#writers[constellation]!, constellation, instantMs)
    else if (!isLegacy(type)) this.#writeMsm(payload, type, outgoing, constellation)
    else if (outgoing === type) this.#filterLegacy(payload, type, constellation)
    else this.#writeMsmOfLegacy(payload, type, constellation, instantMs)
    return null
  }

  #comesTwice(type: number, constellation: number, instantMs: number): boolean {
    if (!isLegacy(type)) this.#msmAt[constellation] = instantMs
    else if (this.#form !== 'legacy' && (instantMs - this.#msmAt[constellation]! + DAY_MS) % DAY_MS < SENDS_MSM_MS)
      return true
    if (this.#instants[constellation] === instantMs) return this.#sources[constellation] !== type
    this.#instants[constellation] = instantMs
    this.#sources[constellation] = type
    return false
  }

  #filterLegacy(payload: Uint8Array, type: number, constellation: number): void {
    const sink = this.#closing.begin()
    if (!isGpsLegacy(type) || (this.#satellites.gps && this.#satellites.sbas)) sink.copy(payload, payload.length * 8)
    else if (copySatellites(payload, type, this.#satellites, sink) === 0) return
    this.#closing.keep(type, legacyCloseBit(type), constellation)
  }

  #writeMsm(payload: Uint8Array, type: number, outgoing: number, constellation: number): void {
    const sink = this.#closing.begin()
    if (outgoing === type) sink.copy(payload, payload.length * 8)
    else {
      lowerMsm(payload, this.#layout, (outgoing % 10) as LowerLevel, sink, this.#counts)
      sink.overwrite(0, outgoing, 12)
    }
    this.#closing.keep(outgoing, MSM_CLOSE_BIT, constellation)
  }

  #writeMsmOfLegacy(payload: Uint8Array, type: number, constellation: number, instantMs: number): void {
    const { gps, sbas, glonass } = this.#msmWriters
    const write = (writer: MsmWriter, index: number) => {
      if (writer.write(payload, type, instantMs, this.#closing.begin()))
        this.#closing.keep(writer.type, MSM_CLOSE_BIT, index)
    }
    if (!isGpsLegacy(type)) write(glonass, constellation)
    if (isGpsLegacy(type) && this.#satellites.gps) write(gps, GPS)
    if (isGpsLegacy(type) && this.#satellites.sbas) write(sbas, SBAS)
  }

  #writeLegacy(payload: Uint8Array, writer: LegacyWriter, constellation: number, instantMs: number): void {
    const { type, closeBit } = writer.form
    const isMore = this.#closing.holds(type)
    if (!isMore) writer.begin(payload, this.#closing.begin())
    if (writer.add(payload, instantMs) === 0) return
    if (isMore) this.#closing.extend(constellation)
    else this.#closing.keep(type, closeBit, constellation)
  }
}
