// Which satellites transmit in which band, as far as any station received it: no ephemeris says it.
import { CONSTELLATIONS } from '@vertice/rtcm'
import { BANDS } from './bands.ts'

/** One per satellite and band. */
export const CELLS = CONSTELLATIONS.length * 64 * BANDS.length

export class Transmissions {
  readonly #cells = new Uint8Array(CELLS)

  note(satellite: number, band: number): void {
    this.#cells[satellite * BANDS.length + band] = 1
  }

  has(satellite: number, band: number): boolean {
    return this.#cells[satellite * BANDS.length + band] === 1
  }
}
