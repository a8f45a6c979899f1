// What a station tracked in each part of its sky, and the obstructions that follow from what it never tracked.

const CELL_DEGREES = 5
const AZIMUTHS = 360 / CELL_DEGREES
const ELEVATIONS = 90 / CELL_DEGREES
const CELLS = AZIMUTHS * ELEVATIONS
/** Obstructions are counted above this elevation: receivers leave out lower satellites. */
const MASK_DEGREES = 10
/** Fewer samples do not judge a cell. */
const LEAST_SAMPLES = 6
/** A cell is obstructed if less than this share of its samples was tracked. */
const OBSTRUCTED_BELOW = 0.2
/** Sectors of the mask: 10 degrees. */
const CELLS_PER_SECTOR = 2
export const MASK_SECTORS = AZIMUTHS / CELLS_PER_SECTOR

/** A cell with samples: index, samples expected, samples tracked, sum of C/N0 of the tracked ones in dB-Hz. */
export type SkyCell = readonly [cell: number, expected: number, tracked: number, strength: number]

export class SkyGrid {
  readonly #expected = new Uint32Array(CELLS)
  readonly #tracked = new Uint32Array(CELLS)
  readonly #strength = new Float64Array(CELLS)

  /** `dbHz`: `null` if the satellite was not tracked, 0 if its C/N0 is unknown. */
  add(azimuth: number, elevation: number, dbHz: number | null): void {
    const cell = cellOf(azimuth, elevation)
    this.#expected[cell]!++
    if (dbHz === null) return
    this.#tracked[cell]!++
    this.#strength[cell]! += dbHz
  }

  addCells(cells: readonly SkyCell[]): void {
    for (const [cell, expected, tracked, strength] of cells) {
      if (!(cell >= 0 && cell < CELLS)) continue
      this.#expected[cell]! += expected
      this.#tracked[cell]! += tracked
      this.#strength[cell]! += strength
    }
  }

  cells(): SkyCell[] {
    const cells: SkyCell[] = []
    for (let cell = 0; cell < CELLS; cell++)
      if (this.#expected[cell]! > 0)
        cells.push([cell, this.#expected[cell]!, this.#tracked[cell]!, Math.round(this.#strength[cell]!)])
    return cells
  }

  clear(): void {
    this.#expected.fill(0)
    this.#tracked.fill(0)
    this.#strength.fill(0)
  }

  /**
   * Degrees per sector of 10 degrees of azimuth, from north: below this elevation nothing is tracked. `null` where no
   * satellite passed.
   */
  mask(): (number | null)[] {
    return Array.from({ length: MASK_SECTORS }, (_, sector) => this.#maskOf(sector))
  }

  #maskOf(sector: number): number | null {
    let blocked = 0
    let isKnown = false
    for (let row = 0; row < ELEVATIONS; row++) {
      const state = this.#stateOf(sector, row)
      if (state === 'unknown') continue
      isKnown = true
      if (state === 'open') break
      blocked = (row + 1) * CELL_DEGREES
    }
    return isKnown ? blocked : null
  }

  /** Share of the sky above 10 degrees that is obstructed, of the part where satellites passed; `null` without any. */
  obstructedShare(): { readonly share: number; readonly knownShare: number } | null {
    let [known, blocked, whole] = [0, 0, 0]
    for (let row = MASK_DEGREES / CELL_DEGREES; row < ELEVATIONS; row++) {
      const area = sine((row + 1) * CELL_DEGREES) - sine(row * CELL_DEGREES)
      for (let sector = 0; sector < MASK_SECTORS; sector++) {
        const state = this.#stateOf(sector, row)
        whole += area
        if (state !== 'unknown') known += area
        if (state === 'blocked') blocked += area
      }
    }
    return known === 0 ? null : { share: blocked / known, knownShare: known / whole }
  }

  #stateOf(sector: number, row: number): 'unknown' | 'open' | 'blocked' {
    let [expected, tracked] = [0, 0]
    for (let column = 0; column < CELLS_PER_SECTOR; column++) {
      const cell = row * AZIMUTHS + sector * CELLS_PER_SECTOR + column
      expected += this.#expected[cell]!
      tracked += this.#tracked[cell]!
    }
    if (expected < LEAST_SAMPLES) return 'unknown'
    return tracked / expected < OBSTRUCTED_BELOW ? 'blocked' : 'open'
  }
}

const sine = (degrees: number) => Math.sin((degrees * Math.PI) / 180)

const cellOf = (azimuth: number, elevation: number) =>
  Math.min(Math.floor(elevation / CELL_DEGREES), ELEVATIONS - 1) * AZIMUTHS +
  (Math.floor(azimuth / CELL_DEGREES) % AZIMUTHS)

/** The middle of a cell, in degrees. */
export const cellDirection = (cell: number) => ({
  azimuth: ((cell % AZIMUTHS) + 0.5) * CELL_DEGREES,
  elevation: (Math.floor(cell / AZIMUTHS) + 0.5) * CELL_DEGREES,
})
