// How many connections to the database the processes of this machine may open, and whether the server has room for them.
import type { Config } from '../../base/config/config.ts'
import { connectionRoom } from '../../store/kit/connections/connection-room.ts'
import type { DatabasePool } from '../../store/kit/database.ts'

const USUAL = 20
/** Each asks for many rovers at once, so that a few are enough where several share them. */
const CASTERS = { together: 96, least: 4 }
/** Of each process, beside its pool: the one that is always open, and the one that says that it lives. */
const BESIDE_POOL = 2

type Wanted = Pick<Config, 'databasePool' | 'casterProcesses' | 'roles'>

export const connectionsOfService = ({ databasePool }: Pick<Config, 'databasePool'>): number => databasePool ?? USUAL

/** Of a caster in a process of its own. */
export const connectionsOfCaster = ({ databasePool, casterProcesses }: Omit<Wanted, 'roles'>): number =>
  databasePool ?? Math.min(USUAL, Math.max(CASTERS.least, Math.floor(CASTERS.together / casterProcesses)))

/** At most, by all processes that a start of this machine begins. */
export function connectionsOfMachine(config: Wanted): number {
  const isCasterAlone = config.roles.every((role) => role === 'caster') && config.casterProcesses === 1
  const casters = config.roles.includes('caster') && !isCasterAlone ? config.casterProcesses : 0
  return connectionsOfService(config) + BESIDE_POOL + casters * (connectionsOfCaster(config) + BESIDE_POOL)
}

/** Callers would wait, or be refused, when it is busy: better known when it starts. */
export async function tellIfCrowded(db: DatabasePool, config: Wanted, warn: (message: string) => void): Promise<void> {
  const wanted = connectionsOfMachine(config)
  const { most, others } = await connectionRoom(db)
  if (wanted > most - others)
    warn(
      `this machine may open ${wanted} connections to the database, which has ${Math.max(0, most - others)} left of ${most}: lower DATABASE_POOL or raise max_connections (docs/operations.md)`,
    )
}
