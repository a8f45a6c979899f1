// A command of vertice with the service's settings and as its user: what it makes in the data folder, the service can use.
import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { environmentWithoutSecrets } from '../config.ts'
import { DATA, SETTINGS_FILE } from './places.ts'
import { thisProgram } from './program.ts'
import { settingsOf } from './settings-file.ts'

/** Returns its exit code. */
export function runAsService(args: readonly string[]): Promise<number> {
  if (!existsSync(DATA)) throw new Error(`there is no ${DATA}: "vertice service install" makes it`)
  const { uid, gid } = statSync(DATA)
  const me = process.getuid?.()
  if (me !== 0 && me !== uid) throw new Error('only root can act for the service: run it with sudo')
  const { node, entry } = thisProgram()
  const child = spawn(node, [entry, ...args], {
    env: { ...environmentWithoutSecrets(), HOME: DATA, DATA_DIR: DATA, ...settingsOf(SETTINGS_FILE) },
    stdio: 'inherit',
    ...(me === 0 && { uid, gid }),
  })
  // The terminal tells the command too; we wait for how it ends.
  const ignore = () => {}
  process.on('SIGINT', ignore).on('SIGTERM', (signal) => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal!]))
  })
}
