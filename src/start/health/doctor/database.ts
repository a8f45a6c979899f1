// Checks the database: reachable, supported version, migrated, enough connections.
import type { NewerDatabase } from '../../../domain/operations/upgrade/newer-database.ts'
import type { ServerFacts } from '../../../store/kit/connections/server-facts.ts'
import type { LockWaits } from '../../../store/operations/lock-waits.ts'
import { about, type Finding } from './finding.ts'

const { ok, warn, fail } = about('database')

const newerFinding = ({ names, canRun, oldestRelease }: NewerDatabase): Finding => {
  const what = `a newer release has migrated it (${names.join(', ')})`
  const whatEs = `la migró una versión más nueva (${names.join(', ')})`
  return canRun
    ? warn(
        [`${what}; this release can run on it`, `${whatEs}; esta versión puede usarla`],
        [
          'no action needed, or start the newer release again',
          'no hace falta nada, o inicie otra vez la versión más nueva',
        ],
      )
    : fail(
        [what, whatEs],
        [
          `start ${oldestRelease === null ? 'that release' : `release ${oldestRelease}`}, or a newer one`,
          `inicie ${oldestRelease === null ? 'esa versión' : `la versión ${oldestRelease}`} o una más nueva`,
        ],
      )
}

const OLDEST = 15

export interface DatabaseFacts extends ServerFacts {
  readonly isReadOnly: boolean
}

export const lockFindings = ({ waiting, longestSeconds, holders }: LockWaits): Finding[] =>
  waiting === 0
    ? []
    : [
        warn(
          [
            `${waiting} statements are waiting for a lock, the longest for ${Math.round(longestSeconds)} s`,
            `${waiting} consultas esperan un bloqueo, la más antigua desde hace ${Math.round(longestSeconds)} s`,
          ],
          [
            `"select * from pg_stat_activity where pid in (${holders.join(', ')})" shows who holds it; end that transaction, or "select pg_terminate_backend(PID)"`,
            `«select * from pg_stat_activity where pid in (${holders.join(', ')})» muestra quién lo tiene; termine esa transacción, o «select pg_terminate_backend(PID)»`,
          ],
        ),
      ]

/** `wanted`: max connections that the processes of all machines may open. */
export function databaseFindings(facts: DatabaseFacts, wanted: number, isEmbedded: boolean): Finding[] {
  const { version, maxConnections, reserved, isStandby, isReadOnly, missing, newer } = facts
  const found: Finding[] = []
  if (Number.parseInt(version, 10) < OLDEST)
    found.push(
      fail(
        [`PostgreSQL ${version} is too old`, `PostgreSQL ${version} es demasiado antiguo`],
        [`upgrade it to ${OLDEST} or newer`, `actualícelo a ${OLDEST} o más nuevo`],
      ),
    )
  if (isStandby)
    found.push(
      fail(
        ['the server is a read-only standby', 'el servidor es una réplica de solo lectura'],
        [
          'set DATABASE_URL to the primary, or list all servers',
          'ponga en DATABASE_URL el servidor primario, o todos los servidores',
        ],
      ),
    )
  else if (isReadOnly)
    found.push(
      fail(
        [
          'the database is read-only: default_transaction_read_only is on',
          'la base de datos es de solo lectura: default_transaction_read_only está activo',
        ],
        [
          'find out why it was set, then turn it off: "alter system", "alter database" or "alter role … set default_transaction_read_only = off"',
          'averigüe por qué se activó y desactívelo: «alter system», «alter database» o «alter role … set default_transaction_read_only = off»',
        ],
      ),
    )
  if (newer) found.push(newerFinding(newer))
  if (missing.length > 0)
    found.push(
      warn(
        [
          `${missing.length} migrations of this release are missing (${missing[0]} …)`,
          `faltan ${missing.length} migraciones de esta versión (${missing[0]} …)`,
        ],
        [
          'make a backup, then run "vertice migrate" or start the service',
          'haga un respaldo y luego ejecute «vertice migrate» o inicie el servicio',
        ],
      ),
    )
  const room = maxConnections - reserved
  if (!isEmbedded && room < wanted)
    found.push(
      warn(
        [
          `the service may open ${wanted} connections, but the server allows ${room}`,
          `el servicio puede abrir ${wanted} conexiones, pero el servidor permite ${room}`,
        ],
        [
          `lower DATABASE_POOL, or set max_connections of PostgreSQL to ${wanted + reserved + 20} or more`,
          `baje DATABASE_POOL o ponga max_connections de PostgreSQL en ${wanted + reserved + 20} o más`,
        ],
      ),
    )
  if (found.length > 0) return found
  return [
    ok([
      `PostgreSQL ${version}, ${isEmbedded ? 'embedded' : 'at DATABASE_URL'}: online, migrated, up to ${room} connections`,
      `PostgreSQL ${version}, ${isEmbedded ? 'incluido' : 'en DATABASE_URL'}: en línea, migrado, hasta ${room} conexiones`,
    ]),
  ]
}
