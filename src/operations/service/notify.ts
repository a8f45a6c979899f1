// Tells the service manager how we are (sd_notify(3)). Its socket takes datagrams, which Node cannot send to a Unix socket; systemd's own
// program can, and wherever there is a manager to tell, there is that program. It takes some 7 ms, twice in the life of a service.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { environmentWithoutSecrets, notifySocket } from '../../base/config/config.ts'

const PROGRAM = 'systemd-notify'
const PATIENCE_MS = 10_000

/** READY=1, STOPPING=1, STATUS=…; nothing where nobody wants to know. Whatever fails is told, and is no reason to stop. */
export async function tellManager(facts: readonly string[], warn: (message: string) => void): Promise<void> {
  if (notifySocket() === null) return
  try {
    await promisify(execFile)(PROGRAM, [...facts], { env: environmentWithoutSecrets(), timeout: PATIENCE_MS })
  } catch (error) {
    warn(`the service manager could not be told ${facts[0]}: ${(error as Error).message.trim()}`)
  }
}
