// Notifies the service manager (sd_notify(3)). Its socket takes datagrams, which Node cannot send to a Unix socket.
// systemd-notify can, and is installed wherever systemd is. It takes about 7 ms, twice in the life of a service.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { environmentWithoutSecrets, notifySocket } from '../../base/config/config.ts'

const PROGRAM = 'systemd-notify'
const TIMEOUT_MS = 10_000

/** Sends READY=1, STOPPING=1 or STATUS=… to the service manager, if any. Failures are only logged. */
export async function notifySystemd(facts: readonly string[], warn: (message: string) => void): Promise<void> {
  if (notifySocket() === null) return
  try {
    await promisify(execFile)(PROGRAM, [...facts], { env: environmentWithoutSecrets(), timeout: TIMEOUT_MS })
  } catch (error) {
    warn(`Could not notify the service manager (${facts[0]}): ${(error as Error).message.trim()}`)
  }
}
