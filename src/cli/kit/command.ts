// Shared by all commands: declaration (kit/), and access to the service's database and keys.
import { readConfig } from '../../base/config/config.ts'
import { command as actor } from '../../domain/audit/action.ts'
import { type Foundation, hasDatabase, type LayingOptions, layFoundation } from '../../start/foundation.ts'
import { verb } from './declare.ts'
import { CommandFailure } from './failures.ts'
import { asJson, type Columns, printList } from './output.ts'
import { progressLine } from './progress.ts'

export { type Command, group, verb } from './declare.ts'
export { CommandFailure, UsageError } from './failures.ts'
export * from './flags.ts'
export { asJson, printable, printFacts, printJson, printList } from './output.ts'
export { ABOUT_TIMES, fullTime, shortTime, time } from './times.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

type CommandOptions = Pick<LayingOptions, 'auditKeptMs' | 'pending'>

/** Fails without a database, so that a command in the wrong folder does not create a database or a key. */
export async function onFoundation<Result>(
  work: (foundation: Foundation) => Promise<Result>,
  options?: CommandOptions,
): Promise<Result> {
  const config = readConfig()
  if (!hasDatabase(config))
    throw new CommandFailure(
      `there is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL as for the service, or create a database with "vertice start" or "vertice migrate"`,
    )
  return onNewFoundation(work, options)
}

/** A verb that only lists. `columns` is for people; programs get all fields of the rows. */
export const listVerb = <Row extends object>(
  summary: string,
  read: (foundation: Foundation) => Promise<readonly Row[]>,
  columns: Columns<Row>,
  none: string,
) =>
  verb({
    summary,
    flags: asJson,
    run: ({ json }) => onFoundation(async (foundation) => printList(json, await read(foundation), columns, none)),
  })

/**
 * For commands that may run before the first start. Never migrates an existing database, unless asked to: the previous
 * release may still use it. Closes the database before exiting, also when interrupted.
 */
export async function onNewFoundation<Result>(
  work: (foundation: Foundation) => Promise<Result>,
  options: CommandOptions = {},
): Promise<Result> {
  const interrupted = new AbortController()
  const { show, clear } = progressLine()
  const laying = layFoundation(readConfig(), undefined, {
    pending: 'refuse',
    ...options,
    signal: interrupted.signal,
    migrating: (name, number, of) => show(`migrating the database, ${number} of ${of}: ${name}`),
  }).finally(clear)
  const letGo = () => {
    interrupted.abort()
    return laying.then((foundation) => foundation.close()).finally(() => process.exit(130))
  }
  for (const signal of SIGNALS) process.once(signal, letGo)
  const foundation = await laying
  try {
    return await work(foundation)
  } finally {
    await foundation.close()
    for (const signal of SIGNALS) process.off(signal, letGo)
  }
}

/** Context for the actions of a command. The audit log names the command as the actor. */
export const commandContext = <Dependencies extends Pick<Foundation, 'db'>>(
  command: string,
  dependencies: Dependencies,
) => ({
  ...dependencies,
  now: dependencies.db.clock.now(),
  by: actor(command),
})
