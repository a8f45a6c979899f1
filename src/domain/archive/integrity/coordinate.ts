/** Position of a station on one day, computed against its neighbours. */
export interface StationCoordinate {
  /** UTC. */
  readonly day: string
  /** Millimetres from the announced position. */
  readonly eastMm: number
  readonly northMm: number
  readonly upMm: number
  /** Expected error in millimetres, horizontal. */
  readonly sigmaMm: number
  readonly sigmaUpMm: number
  /** Neighbours that agree. */
  readonly baselines: number
  /** False with a single neighbour: either of the two can have moved. */
  readonly isAttributed: boolean
  readonly completenessPct: number
  /** The announced position of the antenna, Earth-centred metres; `null` for days that earlier releases computed. */
  readonly reference: { readonly x: number; readonly y: number; readonly z: number } | null
  /** Hours with positions; `null` for days that earlier releases computed. */
  readonly hours: number | null
}
