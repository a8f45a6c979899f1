// Whether this process, with whatever roles it has, can do its work: for those who start it again, and those who send it work.
import type { DatabaseReadiness } from './readiness.ts'

export interface Health {
  readonly ok: boolean
  /** Why not. */
  readonly reasons: readonly string[]
  /** What is wrong although it works. */
  readonly notes: readonly string[]
}

export interface HealthFacts {
  readonly isStarting: boolean
  readonly isDraining: boolean
  readonly database: DatabaseReadiness
  /** Of the casters in processes of their own, which run; null: this process started none. */
  readonly casters: ReadonlyMap<string, boolean> | null
  /** It is a caster and nothing else: what it knows lets rovers in for a while without the database, and those it has go on. */
  readonly isCasterOnly: boolean
  /** What is unsafe about the bus. */
  readonly busRisks?: readonly string[]
}

export function healthOf(facts: HealthFacts): Health {
  const { isStarting, isDraining, database, casters, isCasterOnly, busRisks = [] } = facts
  const reasons: string[] = []
  const notes = [...busRisks]
  if (isStarting) reasons.push('starting')
  if (isDraining) reasons.push('draining')
  // Whoever took all casters away from the rovers because the database is gone would make it worse.
  if (database.reason !== null) (isCasterOnly ? notes : reasons).push(database.reason)
  notes.push(...database.notes)
  const down = [...(casters ?? [])]
    .filter(([, isUp]) => !isUp)
    .map(([name]) => `the ${name} does not run or does not answer; it is started again`)
  if (casters && down.length === casters.size) reasons.push(...down)
  else notes.push(...down)
  return { ok: reasons.length === 0, reasons, notes }
}
