/** Earth-centred, Earth-fixed: metres, or metres per year. */
export interface Vector {
  readonly x: number
  readonly y: number
  readonly z: number
}
