// Runs a vertice command with the service's settings and user, so that the service can use the files that the command
// creates.
import { type SpawnOptions, spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { environmentAsGiven, environmentWithoutSecrets, withoutEnvFile } from '../../base/config/config.ts'
import { installedUnits } from './install.ts'
import { beneath, DATA, SETTINGS_FILE } from './places.ts'
import { thisProgram } from './program.ts'
import { settingsOf } from './settings-file.ts'
import { environmentOf } from './unit-environment.ts'
import type { UnitName } from './units.ts'

/** Commands that inspect this machine's processes instead of the shared network. */
const OF_EACH_UNIT = ['doctor']

/** Returns the exit code. */
export async function runAsService(args: readonly string[]): Promise<number> {
  if (!existsSync(DATA)) throw new Error(`there is no ${DATA}: "vertice service install" makes it`)
  const { uid, gid } = statSync(DATA)
  const me = process.getuid?.()
  if (me !== 0 && me !== uid) throw new Error('only root can act for the service: run it with sudo')
  const units = unitsFor(args[0], installedUnits(null))
  let worst = 0
  for (const unit of units) {
    if (units.length > 1) console.error(`${unit}:`) // on stderr, so that scripts do not read it
    const code = await run(args, { env: environmentFor(unit), ...(me === 0 && { uid, gid }) })
    if (code > 128) return code // interrupted
    worst = Math.max(worst, code)
  }
  return worst
}

/** If two units share a machine, most commands give the same result with either; `null` if none is installed. */
export const unitsFor = (command: string | undefined, installed: readonly UnitName[]): (UnitName | null)[] =>
  installed.length === 0 ? [null] : OF_EACH_UNIT.includes(command ?? '') ? [...installed] : installed.slice(0, 1)

/** Ignores a .env file in the current folder, which does not belong to the service. */
export const environmentFor = (unit: UnitName | null, root: string | null = null): NodeJS.ProcessEnv =>
  withoutEnvFile({
    ...environmentWithoutSecrets(environmentAsGiven()),
    HOME: DATA,
    DATA_DIR: DATA,
    ...(unit === null ? settingsOf(beneath(root, SETTINGS_FILE)) : environmentOf(unit, root)),
  })

function run(args: readonly string[], as: Pick<SpawnOptions, 'env' | 'uid' | 'gid'>): Promise<number> {
  const { node, entry } = thisProgram()
  const child = spawn(node, [entry, ...args], { ...as, stdio: 'inherit' })
  // The terminal also sends SIGINT to the command; wait for its exit.
  const ignore = () => {}
  const passOn = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', ignore).on('SIGTERM', passOn)
  return new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal!]))
  }).finally(() => process.off('SIGINT', ignore).off('SIGTERM', passOn))
}
