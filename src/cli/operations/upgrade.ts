import { readConfig } from '../../base/config/config.ts'
import type { Advice, Obstacle } from '../../domain/operations/upgrade/verdict.ts'
import { hasDatabase } from '../../start/foundation.ts'
import { checkUpgrade, type UpgradeReport } from '../../start/upgrade.ts'
import { asJson, CommandFailure, onOff, printJson, shortTime, UsageError, verb } from '../kit/command.ts'

export const command = verb({
  summary: 'check whether the database is ready for this release',
  more: `Run it with the new release while the old one is serving. It reports the pending migrations and the tables they lock, the running processes and their releases, the last backup, the free disk space (embedded database) and the PostgreSQL version. Exit code 0: ready; 1: not ready, with what to do.

"vertice migrate" or starting a process migrates the database (docs/operations/upgrade.md).`,
  flags: { check: onOff('required; changes nothing'), ...asJson },

  async run({ check, json }) {
    if (!check) throw new UsageError('add --check, which changes nothing; "vertice migrate" migrates the database')
    const config = readConfig()
    if (!hasDatabase(config))
      throw new CommandFailure(
        `there is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL as for the service`,
      )
    const report = await checkUpgrade(config)
    if (json) printJson(report)
    else for (const line of inWords(report)) console.log(line)
    return report.isReady ? 0 : 1
  },
})

function inWords(report: UpgradeReport): string[] {
  const { version, newestMigration, databaseMigration, pending, nodes, postgres, databaseBytes, freeBytes } = report
  const { backedUpAt, isReady, obstacles, advice } = report
  return [
    `this release   ${version}, migrations up to ${newestMigration}`,
    `the database   ${databaseMigration === null ? 'is empty' : `is at ${databaseMigration}`}, ${megabytes(databaseBytes)}, PostgreSQL ${postgres}`,
    `would run      ${pending.length === 0 ? 'nothing' : pending.map(({ name }) => name).join(', ')}`,
    ...pending.flatMap(({ work }) => work.map((one) => `               ${workText(one)}`)),
    `runs now       ${nodes.length === 0 ? 'no process of the service' : nodes.map(nodeText).join(', ')}`,
    `last backup    ${backedUpAt === null ? 'none on record' : shortTime(backedUpAt)}`,
    `free on disk   ${freeBytes === null ? 'unknown: the database is on another server' : megabytes(freeBytes)}`,
    ...advice.map((one) => `- ${adviceText(one)}`),
    ...obstacles.map((one) => `NOT READY: ${obstacleText(one)}`),
    ...(isReady ? ['ready'] : []),
  ]
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en-US')} MB`

const nodeText = ({ name, roles, version, alive }: UpgradeReport['nodes'][number]) =>
  `${name} (${roles.join(',')}) ${version}${alive ? '' : ', lost'}`

const workText = ({ kind, table, rows, bytes }: UpgradeReport['pending'][number]['work'][number]) =>
  `${kind} ${table} (${rows === null ? '' : `about ${rows.toLocaleString('en-US')} rows, `}${megabytes(bytes)})`

function adviceText(advice: Advice): string {
  switch (advice.code) {
    case 'back_up':
      return `${advice.at === null ? 'there is no backup on record' : 'the last backup is older than a day'}: make one first ("vertice backup FILE")`
    case 'takes_a_while':
      return `${advice.name} ${advice.kind} ${advice.table}, which has ${megabytes(advice.bytes)}: ${WAITING[advice.kind]} until it is done; choose a quiet hour`
    case 'runs_on_newer':
      return `a newer release migrated the database (${advice.names.join(', ')}), and this release can run on it`
    case 'older_nodes':
      return `these run another release and keep running it until they are restarted: ${advice.nodes.join(', ')}`
  }
}

const ALL_WAIT = 'reads and writes wait'
const WRITERS_WAIT = 'writes wait'
const WAITING = {
  rewrites: ALL_WAIT,
  checks: ALL_WAIT,
  indexes: WRITERS_WAIT,
  'changes rows of': WRITERS_WAIT,
  alters: ALL_WAIT,
} as const

function obstacleText(obstacle: Obstacle): string {
  switch (obstacle.code) {
    case 'database_newer':
      return `the database was migrated by a newer release (${obstacle.names.join(', ')}): install ${obstacle.oldestRelease === null ? 'that one' : `release ${obstacle.oldestRelease} or newer`}, or restore the backup from before into a new database`
    case 'other_files':
      return `these files differ from those the database was migrated with: ${obstacle.names.join(', ')}; restore the files of the release`
    case 'server_too_old':
      return `PostgreSQL ${obstacle.needed} or newer is required; this is ${obstacle.version}`
    case 'may_not_migrate':
      return `the role "${obstacle.role}" cannot migrate: set DATABASE_OWNER_URL to a role that owns the tables where you run "vertice migrate"`
    case 'stop_first':
      return `${obstacle.name} needs every process of the previous release to be stopped first (${obstacle.why}): stop ${obstacle.nodes.join(', ')}`
    case 'nodes_too_old':
      return `${obstacle.name} needs release ${obstacle.oldestRelease} or newer: stop ${obstacle.nodes.join(', ')} first`
    case 'disk_too_small':
      return `${megabytes(obstacle.freeBytes)} are free, but the migrations need up to ${megabytes(obstacle.neededBytes)}: free disk space`
  }
}
