// A movement that the observations of a station and its neighbours show, and that no operator has resolved.

export interface ObservedMovement {
  readonly eastMm: number
  readonly northMm: number
  readonly upMm: number
  /** First observations of the movement, and when it was certain. */
  readonly since: Date
  readonly detectedAt: Date
  /** False with a single neighbour: either of the two can have moved. */
  readonly isAttributed: boolean
}

/** As stored. */
export interface ObservedMovementRow extends Omit<ObservedMovement, 'since' | 'detectedAt'> {
  readonly since: string
  readonly detectedAt: string
}

export const observedFrom = (row: ObservedMovementRow): ObservedMovement => ({
  ...row,
  since: new Date(row.since),
  detectedAt: new Date(row.detectedAt),
})

/** Millimetres. */
export interface MovementLimitsMm {
  readonly horizontal: number
  readonly vertical: number
}

/** Defaults of a station, and bounds of what an operator can set. */
export const MOVEMENT_LIMITS_MM = {
  horizontal: { normal: 20, from: 10, to: 1000 },
  vertical: { normal: 40, from: 20, to: 1000 },
} as const
