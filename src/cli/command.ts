// What the files of this folder have in common.
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { command as doer } from '../domain/audit/deed.ts'
import { type Foundation, hasDatabase, type LayingOptions, layFoundation } from '../start/foundation.ts'

export interface Command {
  readonly help: string
  run(args: string[]): Promise<number | undefined>
}

/** The caller made a mistake in what they typed. */
export class UsageError extends Error {}

/** It could not be done, and the message says why. */
export class CommandFailure extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>

/** `--lng -99.13` is what people type; the parser alone would take the number for an option. */
const joinNegativeNumbers = (args: string[]) =>
  args.flatMap((arg, index) => {
    if (/^--[^=]+$/.test(arg) && /^-\d/.test(args[index + 1] ?? '')) return [`${arg}=${args[index + 1]}`]
    return /^-\d/.test(arg) && /^--[^=]+$/.test(args[index - 1] ?? '') ? [] : [arg]
  })

export const read = <const T extends Options>(args: string[], options: T) =>
  parseArgs({ args: joinNegativeNumbers(args), options, allowPositionals: true, strict: true })

export function needed(value: string | undefined, name: string): string {
  if (value === undefined || value.trim() === '') throw new UsageError(`${name} is needed; see --help`)
  return value.trim()
}

/** A command made of subcommands. */
export function withSubcommands(
  help: string,
  subcommands: Record<string, (args: string[]) => Promise<number | undefined>>,
): Command {
  return {
    help,
    async run([name, ...args]) {
      const subcommand = name !== undefined && Object.hasOwn(subcommands, name) ? subcommands[name] : undefined
      if (!subcommand) {
        const said = name === undefined ? 'say what to do' : `there is no "${name}" here`
        throw new UsageError(`${said}: ${Object.keys(subcommands).join(', ')}\n\n${help}`)
      }
      return subcommand(args)
    },
  }
}

/** For whoever looks at what is there or changes it: a command that was run in the wrong place makes no database and no key. */
export async function onFoundation<Result>(work: (foundation: Foundation) => Promise<Result>): Promise<Result> {
  const config = readConfig()
  if (!hasDatabase(config))
    throw new CommandFailure(
      `there is no database under ${config.dataDir}: set DATA_DIR (or DATABASE_URL) to that of the service, or make one with "vertice start" or "vertice migrate"`,
    )
  return onNewFoundation(work)
}

/** For whoever brings the first of something, also before the first start. Also when it is interrupted, the command lets go of the database first. */
export async function onNewFoundation<Result>(
  work: (foundation: Foundation) => Promise<Result>,
  options: Pick<LayingOptions, 'auditKeptMs'> = {},
): Promise<Result> {
  const interrupted = new AbortController()
  const laying = layFoundation(readConfig(), undefined, { ...options, signal: interrupted.signal })
  const letGo = () => {
    interrupted.abort()
    return laying.then((foundation) => foundation.close()).finally(() => process.exit(130))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, letGo)
  const foundation = await laying
  try {
    return await work(foundation)
  } finally {
    await foundation.close()
  }
}

/** For the deeds of a command: with what it works, and who the audit log will say it was. */
export const deedBy = <Means extends Pick<Foundation, 'db'>>(command: string, means: Means) => ({
  ...means,
  now: means.db.clock.now(),
  by: doer(command),
})

/** Columns for people. */
export function printTable(head: string[], rows: string[][], none: string): void {
  if (rows.length === 0) return void console.error(none)
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  for (const row of all)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
}

export const shortTime = (at: Date | null): string => at?.toISOString().replace('T', ' ').slice(0, 16) ?? '-'
