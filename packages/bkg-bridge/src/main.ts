import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { check } from './check.ts'
import { dryRun, type Log, start, write } from './commands.ts'
import { BkgFailure } from './failure.ts'
import { readSettings, SETTINGS_HELP, SettingsError } from './settings.ts'
import { sentenceOf } from './vertice/service.ts'
import { failureSentence } from './words.ts'

const HELP = `Keeps the user files of a BKG NtripCaster up to date with the credentials of a Vértice service.

Usage: vertice-bkg-bridge [start|write|check] [--config FILE]

  start              keep the files up to date until stopped (default)
  write              update the files once, and make the caster read them
  write --dry-run    only report what would be written
  check              check the folder, the caster's admin page and the API

${SETTINGS_HELP}`

const OPTIONS = {
  config: { type: 'string' },
  'dry-run': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

/** Returns the exit code. */
export async function main(args: string[]): Promise<number> {
  try {
    return await run(args)
  } catch (error) {
    const sentence = error instanceof BkgFailure ? failureSentence(error) : sentenceOf(error)
    console.error(`vertice-bkg-bridge: ${sentence}`)
    return error instanceof SettingsError ? 2 : 1
  }
}

async function run(args: string[]): Promise<number> {
  const { values, positionals } = parsed(args)
  if (values.help) return print(HELP)
  if (values.version) return print(ownVersion())
  const [command = 'start', ...more] = positionals
  const isDry = values['dry-run'] ?? false
  if (more.length > 0 || !['start', 'write', 'check'].includes(command) || (isDry && command !== 'write'))
    throw new SettingsError('wrong arguments; see --help')
  const settings = readSettings(process.env, values.config ?? null)
  if (command === 'check') {
    const findings = await check(settings)
    for (const { level, sentence } of findings) console.log(`${level}: ${sentence}`)
    return findings.some(({ level }) => level === 'error') ? 1 : 0
  }
  if (command === 'write') {
    await (isDry ? dryRun : write)(settings, console.log)
    return 0
  }
  const log: Log = (sentence) => console.log(`${new Date().toISOString()} ${sentence}`)
  const stop = await start(settings, log)
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve)
  })
  await stop()
  return 0
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new SettingsError(`${(error as Error).message}; see --help`)
  }
}

function print(text: string): number {
  console.log(text)
  return 0
}

const ownVersion = (): string => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
