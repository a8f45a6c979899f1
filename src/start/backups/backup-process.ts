// Makes a backup in a process of its own, so that compression, hashing and key derivation do not slow down the service.
import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Config, environmentWithoutSecrets } from '../../base/config/config.ts'
import { endOf, endWithin } from '../processes/supervise.ts'
import { BackupError } from './daily.ts'

const MAIN = fileURLToPath(new URL(`./backup-process-main${extname(import.meta.url)}`, import.meta.url))
const STOP_TIMEOUT_MS = 10_000

export interface BackupProcessOrder {
  readonly config: Config
  readonly file: string
  readonly madeAt: Date
}

export interface BackupProcessFailure {
  readonly message: string
  readonly code: string | undefined
}

/** Resolves when the file is complete and verified. `stopping` ends the process, which then leaves no files behind. */
export async function backupProcess(order: BackupProcessOrder, stopping: AbortSignal): Promise<void> {
  if (stopping.aborted) throw interrupted('the service stops')
  const child = fork(MAIN, {
    env: environmentWithoutSecrets(),
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let failure: BackupProcessFailure | null = null
  child.on('message', (message: BackupProcessFailure) => {
    failure = message
  })
  child.on('error', (error) => {
    failure ??= { message: error.message, code: undefined }
  })
  const end = () => void endWithin(STOP_TIMEOUT_MS, child, () => child.kill('SIGTERM'))
  stopping.addEventListener('abort', end)
  // Without secrets that a backup does not need.
  const config = { ...order.config, stripe: null, smtp: null, databaseOwnerUrl: null }
  child.send({ ...order, config }, () => {})
  const { code, signal } = await endOf(child).finally(() => stopping.removeEventListener('abort', end))
  if (stopping.aborted && code !== 0) throw interrupted('the service stops')
  const failed = failure as BackupProcessFailure | null
  if (failed) throw Object.assign(new Error(failed.message), { code: failed.code })
  if (code !== 0) throw interrupted(`the process of the backup ended with ${signal ?? code}`)
}

const interrupted = (message: string) => new BackupError({ code: 'interrupted', params: {} }, message)
