// An observation message in the form that is wanted, written where the epoch's messages are held back.
import { CONSTELLATIONS } from '../../observations/head.ts'
import type { ConversionCounts, LeftOut } from '../counts.ts'
import type { EpochClosing } from '../epoch-closing.ts'
import type { ConversionSettings, Wanted } from '../settings.ts'
import { GlonassChannels } from './glonass-channels.ts'
import { copySatellites, isGpsLegacy, isWholeLegacy, legacyCloseBit } from './legacy-filter.ts'
import { GLONASS_FORM, GPS_FORM } from './legacy-forms.ts'
import { LegacyWriter } from './legacy-writer.ts'
import { MsmLayout } from './msm-layout.ts'
import { canLower, type LowerLevel, lowerMsm } from './msm-lower.ts'

const GPS = CONSTELLATIONS.indexOf('GPS')
const GLONASS = CONSTELLATIONS.indexOf('GLO')
const SBAS = CONSTELLATIONS.indexOf('SBS')
/** DF393. */
const MSM_CLOSE_BIT = 54
const LEVELS: Readonly<Record<ConversionSettings['form'], LowerLevel | null>> = {
  as_is: null,
  msm5: 5,
  msm4: 4,
  legacy: null,
}

const isLegacy = (type: number) => type <= 1012

export class ObservationForms {
  readonly #form: ConversionSettings['form']
  readonly #level: LowerLevel | null
  readonly #satellites: { readonly gps: boolean; readonly sbas: boolean }
  readonly #closing: EpochClosing
  readonly #counts: ConversionCounts
  readonly #layout = new MsmLayout()
  readonly #channels = new GlonassChannels()
  /** By constellation; null: it has no message of the older form. */
  readonly #writers: readonly (LegacyWriter | null)[]
  /** By constellation: the newest instant that was taken, and out of which message. */
  readonly #instants = new Float64Array(CONSTELLATIONS.length).fill(Number.NaN)
  readonly #sources = new Uint16Array(CONSTELLATIONS.length)

  constructor(form: ConversionSettings['form'], wanted: Wanted, closing: EpochClosing, counts: ConversionCounts) {
    this.#form = form
    this.#level = LEVELS[form]
    this.#satellites = { gps: wanted.constellation(GPS), sbas: wanted.constellation(SBAS) }
    this.#closing = closing
    this.#counts = counts
    const writer = (legacy: typeof GPS_FORM, channels: GlonassChannels | null) =>
      new LegacyWriter(legacy, this.#layout, counts, channels)
    this.#writers = CONSTELLATIONS.map((_, index) => {
      if (form !== 'legacy') return null
      if (index === GPS) return writer(GPS_FORM, null)
      return index === GLONASS ? writer(GLONASS_FORM, this.#channels) : null
    })
  }

  /** What other messages tell that observations need. */
  hear(payload: Uint8Array, type: number): void {
    if (type === 1020) this.#channels.hearOrbit(payload)
  }

  /** The number that it leaves with. */
  typeFor(type: number): number {
    if (isLegacy(type)) return type
    if (this.#level !== null) return type - (type % 10) + this.#level
    return this.#writers[Math.floor(type / 10) - 107]?.form.type ?? type
  }

  /** null: it was kept. */
  convert(payload: Uint8Array, type: number, constellation: number, instantMs: number): LeftOut | null {
    const reason = isLegacy(type) ? this.#unfitLegacy(payload, type) : this.#unfitMsm(payload, type, constellation)
    if (reason !== null) return reason
    if (this.#form !== 'as_is' && this.#comesTwice(type, constellation, instantMs)) return 'sent_twice'
    if (isLegacy(type)) this.#filterLegacy(payload, type, constellation)
    else if (this.#form === 'legacy')
      this.#writeLegacy(payload, this.#writers[constellation]!, constellation, instantMs)
    else this.#writeMsm(payload, type, constellation)
    return null
  }

  #unfitLegacy(payload: Uint8Array, type: number): LeftOut | null {
    if (!isWholeLegacy(payload, type)) return 'malformed'
    if (this.#level !== null) return 'older_form'
    if (!isGpsLegacy(type)) this.#channels.hearLegacy(payload, type)
    return null
  }

  #unfitMsm(payload: Uint8Array, type: number, constellation: number): LeftOut | null {
    const level = type % 10
    if (!this.#layout.read(payload, level)) return 'malformed'
    if (this.#form === 'as_is') return null
    if (this.#level !== null) return canLower(level, this.#level) ? null : 'lower_level'
    if (this.#writers[constellation] === null) return 'no_older_form'
    return level < 4 ? 'lower_level' : null
  }

  #comesTwice(type: number, constellation: number, instantMs: number): boolean {
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

  #writeMsm(payload: Uint8Array, type: number, constellation: number): void {
    const sink = this.#closing.begin()
    const outgoing = this.typeFor(type)
    if (outgoing === type) sink.copy(payload, payload.length * 8)
    else {
      lowerMsm(payload, this.#layout, this.#level!, sink, this.#counts)
      sink.overwrite(0, outgoing, 12)
    }
    this.#closing.keep(outgoing, MSM_CLOSE_BIT, constellation)
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
