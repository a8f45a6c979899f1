// What the operator tells everybody about the network: that something is wrong, or will be, and what becomes of it.
import { DAY_MS } from '../../time/units.ts'

export const IMPACTS = ['degraded', 'outage', 'maintenance'] as const
export type Impact = (typeof IMPACTS)[number]

export const STAGES = ['scheduled', 'investigating', 'identified', 'monitoring', 'resolved'] as const
export type Stage = (typeof STAGES)[number]

export interface IncidentNote {
  readonly id: number
  readonly stage: Stage
  /** A paragraph a line. */
  readonly text: string
  readonly createdAt: Date
}

export interface Incident {
  readonly id: number
  readonly title: string
  readonly impact: Impact
  /** None: the whole network. */
  readonly stationIds: readonly number[]
  readonly createdAt: Date
  /** At least one, in the order in which they were written. */
  readonly notes: readonly IncidentNote[]
}

export const LONGEST_TITLE = 120
export const LONGEST_PARAGRAPH = 1_000
export const MOST_PARAGRAPHS = 20

/** So long the public page goes on telling of one that is over. */
export const TOLD_AFTERWARDS_MS = 14 * DAY_MS
export const MOST_TOLD = 20
