// An incident is a public announcement by the operator: a problem or planned maintenance, with its progress.
import { DAY_MS } from '../../time/units.ts'

export const IMPACTS = ['degraded', 'outage', 'maintenance'] as const
export type Impact = (typeof IMPACTS)[number]

export const STAGES = ['scheduled', 'investigating', 'identified', 'monitoring', 'resolved'] as const
export type Stage = (typeof STAGES)[number]

export interface IncidentNote {
  readonly id: number
  readonly stage: Stage
  /** One paragraph per line. */
  readonly text: string
  readonly createdAt: Date
}

export interface Incident {
  readonly id: number
  readonly title: string
  readonly impact: Impact
  /** Empty if the incident affects the whole network. */
  readonly stationIds: readonly number[]
  readonly createdAt: Date
  /** At least one, oldest first. */
  readonly notes: readonly IncidentNote[]
}

export const LONGEST_TITLE = 120
export const LONGEST_PARAGRAPH = 1_000
export const MOST_PARAGRAPHS = 20

/** How long the public status page lists a resolved incident. */
export const PUBLISHED_AFTERWARDS_MS = 14 * DAY_MS
export const MOST_PUBLISHED = 20
