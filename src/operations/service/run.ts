// A command of vertice with the service's settings and as its user: what it makes in the data folder, the service can use.
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

/** What looks at the processes of this machine, and not at the network that all of them share. */
const OF_EACH_UNIT = ['doctor']

/** Returns its exit code. */
export async function runAsService(args: readonly string[]): Promise<number> {
  if (!existsSync(DATA)) throw new Error(`there is no ${DATA}: "vertice service install" makes it`)
  const { uid, gid } = statSync(DATA)
  const me = process.getuid?.()
  if (me !== 0 && me !== uid) throw new Error('only root can act for the service: run it with sudo')
  const units = unitsFor(args[0], installedUnits(null))
  let worst = 0
  for (const unit of units) {
    if (units.length > 1) console.error(`${unit}:`) // not among what a script reads
    const code = await run(args, { env: environmentFor(unit), ...(me === 0 && { uid, gid }) })
    if (code > 128) return code // interrupted
    worst = Math.max(worst, code)
  }
  return worst
}

/** Where two units share a machine, most commands find the same with the settings of either; null: none is installed. */
export const unitsFor = (command: string | undefined, installed: readonly UnitName[]): (UnitName | null)[] =>
  installed.length === 0 ? [null] : OF_EACH_UNIT.includes(command ?? '') ? [...installed] : installed.slice(0, 1)

/** Whichever folder the command is typed in: a file .env there is somebody else's. */
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
  // The terminal tells the command too; we wait for how it ends.
  const ignore = () => {}
  const passOn = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', ignore).on('SIGTERM', passOn)
  return new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal!]))
  }).finally(() => process.off('SIGINT', ignore).off('SIGTERM', passOn))
}
