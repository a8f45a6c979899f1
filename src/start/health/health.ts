// Decides whether this process can do its work, for supervisors that restart it and load balancers that route to it.
import type { DatabaseReadiness } from './readiness.ts'

export interface Health {
  readonly ok: boolean
  /** Why the process is not ready. */
  readonly reasons: readonly string[]
  /** Problems that do not affect readiness. */
  readonly notes: readonly string[]
}

export interface HealthFacts {
  readonly isStarting: boolean
  readonly isDraining: boolean
  readonly database: DatabaseReadiness
  /** Whether each caster child process is up; `null` if this process has none. */
  readonly casters: ReadonlyMap<string, boolean> | null
  /** The process is only a caster. It keeps its rovers, and admits known ones for a while, without the database. */
  readonly isCasterOnly: boolean
  readonly busRisks?: readonly string[]
}

export function healthOf(facts: HealthFacts): Health {
  const { isStarting, isDraining, database, casters, isCasterOnly, busRisks = [] } = facts
  const reasons: string[] = []
  const notes = [...busRisks]
  if (isStarting) reasons.push('starting')
  if (isDraining) reasons.push('draining')
  // Taking all casters out of service because the database is unavailable would make the outage worse.
  if (database.reason !== null) (isCasterOnly ? notes : reasons).push(database.reason)
  notes.push(...database.notes)
  const down = [...(casters ?? [])]
    .filter(([, isUp]) => !isUp)
    .map(([name]) => `the ${name} does not run or does not answer; it is started again`)
  if (casters && down.length === casters.size) reasons.push(...down)
  else notes.push(...down)
  return { ok: reasons.length === 0, reasons, notes }
}
