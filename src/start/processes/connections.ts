// The number of database connections of this machine's processes, and whether the server has room for them.
import type { Config } from '../../base/config/config.ts'
import { connectionRoom } from '../../store/kit/connections/connection-room.ts'
import type { DatabasePool } from '../../store/kit/database.ts'

const USUAL = 20
/** Each caster batches its queries for many rovers, so a few connections are enough. */
const CASTERS = { together: 96, least: 4 }
/** Per process, beside its pool: the permanent listening connection and the lease's connection. */
const BESIDE_POOL = 2

type Wanted = Pick<Config, 'databasePool' | 'casterProcesses' | 'roles'>

export const connectionsOfService = ({ databasePool }: Pick<Config, 'databasePool'>): number => databasePool ?? USUAL

/** Pool size of a caster in a process of its own. */
export const connectionsOfCaster = ({ databasePool, casterProcesses }: Omit<Wanted, 'roles'>): number =>
  databasePool ?? Math.min(USUAL, Math.max(CASTERS.least, Math.floor(CASTERS.together / casterProcesses)))

export function connectionsOfMachine(config: Wanted): number {
  const isCasterAlone = config.roles.every((role) => role === 'caster') && config.casterProcesses === 1
  const casters = config.roles.includes('caster') && !isCasterAlone ? config.casterProcesses : 0
  return connectionsOfService(config) + BESIDE_POOL + casters * (connectionsOfCaster(config) + BESIDE_POOL)
}

/** Warns at start: otherwise requests would wait or fail under load. */
export async function warnIfCrowded(db: DatabasePool, config: Wanted, warn: (message: string) => void): Promise<void> {
  const wanted = connectionsOfMachine(config)
  const { most, others } = await connectionRoom(db)
  if (wanted > most - others)
    warn(
      `This machine may open ${wanted} connections to the database, but only ${Math.max(0, most - others)} of ${most} are free: lower DATABASE_POOL or raise max_connections (docs/operations/postgresql.md)`,
    )
}
