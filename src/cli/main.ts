// Finds and runs the command, and turns a failure into one line and an exit code.

import { ConfigError, isDebugging, loadEnvFile } from '../base/config/config.ts'
import { KeyError } from '../base/secrets.ts'
import { Refusal } from '../domain/codes/refusal.ts'
import { didYouMean } from '../domain/text/nearest.ts'
import { asError } from '../operations/service/journal.ts'
import { COMMANDS } from './commands.ts'
import { type Command, isGroup } from './kit/declare.ts'
import { CommandFailure, UsageError } from './kit/failures.ts'
import { columns, helpOf } from './kit/help.ts'
import { parse } from './kit/parse.ts'
import { refusedText } from './kit/refused.ts'

const overview = (): string => `Vértice: the service behind a network of GNSS reference stations

usage: vertice COMMAND [...]

${columns(Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary]))}

Run "vertice COMMAND --help" for details. All commands work while the service is running.
Settings come from the environment or a file .env; .env.example explains each.
Exit codes: 0 success, 1 failure, 2 usage error, 130 interrupted.`

const asksForHelp = (args: readonly string[]) => args.includes('--help') || args.includes('-h')

export async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h') {
    console.log(overview())
    return 0
  }
  if (name === '--version') {
    console.log((await import('../start/version.ts')).version)
    return 0
  }
  if (name === 'help') return main([...args, '--help'])
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!entry) {
    const hint = didYouMean(name, Object.keys(COMMANDS)) || '; "vertice --help" lists them'
    throw new UsageError(`unknown command "${name}"${hint}`)
  }
  const { command } = await entry.load()
  return run(name, command, args)
}

async function run(path: string, command: Command, args: string[]): Promise<number> {
  const [name, ...rest] = args
  if (isGroup(command) && name !== undefined && !name.startsWith('-')) {
    const known = Object.keys(command.verbs)
    const found = Object.hasOwn(command.verbs, name) ? command.verbs[name] : undefined
    if (found) return run(`${path} ${name}`, found, rest)
    throw new UsageError(
      `unknown command "${path} ${name}"${didYouMean(name, known) || `; known: ${known.join(', ')}`}`,
    )
  }
  const ours = !isGroup(command) && command.passesOn ? args.slice(0, 1) : args
  if (asksForHelp(ours)) {
    console.log(helpOf(path, command))
    return 0
  }
  if (isGroup(command)) throw new UsageError(`a command is required\n\n${helpOf(path, command)}`)
  const typed = parse(command, args)
  loadEnvFile()
  try {
    return (await command.run(typed.flags, ...typed.args)) ?? 0
  } catch (error) {
    throw error instanceof Refusal ? new CommandFailure(refusedText(command, typed, error)) : error
  }
}

function explain(error: unknown): { message: string; code: number } {
  if (error instanceof UsageError) return { message: error.message, code: 2 }
  if (error instanceof ConfigError || error instanceof KeyError || error instanceof CommandFailure)
    return { message: error.message, code: 1 }
  const { message, stack } = error as Error
  return { message: isDebugging() ? (stack ?? message) : message, code: 1 }
}

/** Prints why the command failed and returns its exit code. */
export function report(error: unknown): number {
  const { message, code } = explain(error)
  console.error(asError(`vertice: ${message}`))
  return code
}
