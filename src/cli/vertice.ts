// The command `vertice`: finds the command, runs it, and turns what went wrong into one line and an exit code.

import { readFileSync } from 'node:fs'
import { ConfigError, isDebugging, loadEnvFile, projectRoot } from '../config.ts'
import { Refusal } from '../domain/refusal.ts'
import { KeyError } from '../secrets.ts'
import { en } from '../words/en.ts'
import { faultText, refusalText } from '../words/words.ts'
import { type Command, CommandFailure, UsageError } from './command.ts'

const COMMANDS: Record<string, { summary: string; load: () => Promise<{ command: Command }> }> = {
  start: { summary: 'run the service', load: () => import('./start.ts') },
  demo: { summary: 'run a whole simulated network to look at', load: () => import('./demo.ts') },
  admin: { summary: 'let people into the administration area, and back in', load: () => import('./admin.ts') },
  token: { summary: 'create, list and revoke access tokens', load: () => import('./token.ts') },
  owner: { summary: 'create and list owners, and set where they are told things', load: () => import('./owner.ts') },
  station: {
    summary: 'add, import, list, archive stations, their status and their source',
    load: () => import('./station.ts'),
  },
  credential: { summary: 'issue one by hand, and say why one cannot connect', load: () => import('./credential.ts') },
  session: { summary: 'list and end the sessions of rovers', load: () => import('./session.ts') },
  node: { summary: 'list the processes of all machines, and empty a caster', load: () => import('./node.ts') },
  network: { summary: 'show and set what describes the network', load: () => import('./network.ts') },
  webhook: { summary: 'look into deliveries, send again, rotate secrets', load: () => import('./webhook.ts') },
  mail: { summary: 'send a test mail, look into the outbox', load: () => import('./mail.ts') },
  customer: { summary: 'erase what is held of a customer', load: () => import('./customer.ts') },
  audit: {
    summary: 'hold the audit log against its seals, print these, export the log',
    load: () => import('./audit.ts'),
  },
  keys: { summary: 'make encryption keys and move secrets to a new one', load: () => import('./keys.ts') },
  backup: {
    summary: 'put everything into one file, and try that it can be restored',
    load: () => import('./backup.ts'),
  },
  restore: { summary: 'bring back what a backup holds', load: () => import('./restore.ts') },
  migrate: { summary: 'bring the database up to this release', load: () => import('./migrate.ts') },
}

function overview(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length)) + 2
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}${summary}`)
  return `Vértice: the service behind a network of GNSS reference stations

usage: vertice COMMAND [...]

${lines.join('\n')}

"vertice COMMAND --help" explains a command. All of them work beside a running service.
Settings come from the environment or a file .env; .env.example explains each.`
}

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log(overview())
    return 0
  }
  if (name === '--version') {
    console.log(JSON.parse(readFileSync(`${projectRoot}/package.json`, 'utf8')).version)
    return 0
  }
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!entry) throw new UsageError(`there is no command "${name}"; "vertice --help" lists them`)
  const { command } = await entry.load()
  if (args.includes('--help') || args.includes('-h')) {
    console.log(command.help)
    return 0
  }
  loadEnvFile()
  return (await command.run(args)) ?? 0
}

function explain(error: unknown): { message: string; code: number } {
  if (error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) {
    // The parser's own advice on positional arguments does not apply here.
    return { message: (error as Error).message.replace(/\. To specify a positional[\s\S]*/, '; see --help'), code: 2 }
  }
  if (error instanceof ConfigError || error instanceof KeyError || error instanceof CommandFailure)
    return { message: error.message, code: 1 }
  if (error instanceof Refusal) {
    const fields = error.fields.map((field) => `\n  ${[...field.path, faultText(en, field)].join(' ')}`).join('')
    return { message: refusalText(en, error) + fields, code: 1 }
  }
  const { message, stack } = error as Error
  return { message: isDebugging() ? (stack ?? message) : message, code: 1 }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const { message, code } = explain(error)
  console.error(`vertice: ${message}`)
  process.exit(code) // whatever a failed start has left behind: it does not go on living
}
