// The bridge as an operator runs it: a process of its own.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from '../../../test/support/concurrent.ts'
import type { Settings } from '../src/settings.ts'

const COMMAND = fileURLToPath(new URL('../bin/vertice-bkg-bridge.js', import.meta.url))

export const environmentOf = (settings: Settings): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
  VERTICE_URL: settings.url,
  VERTICE_TOKEN: settings.tokens.join(','),
  BKG_FOLDER: settings.folder,
  BKG_ADMIN_URL: settings.adminUrl,
  LISTEN: settings.listen ? `${settings.listen.host}:${settings.listen.port}` : '',
  WEBHOOK_SECRET: settings.webhookSecrets.join(','),
  POLL_SECONDS: String(settings.pollSeconds),
  SESSIONS: String(settings.sessions),
})

export interface Finished {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export const bridge = (args: string[], env: Record<string, string>): Promise<Finished> =>
  new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr })
    })
  })

export class BridgeProcess {
  #child: ChildProcess | null = null
  readonly #env: Record<string, string>
  output = ''

  constructor(settings: Settings) {
    this.#env = environmentOf(settings)
    onTestFinished(() => this.end('SIGKILL').then(() => {}))
  }

  start(): void {
    const child = spawn(process.execPath, [COMMAND], { env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (this.output += text))
    this.#child = child
  }

  /** Returns the exit code; `null` after a signal. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child
    if (!child) return null
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    }
    return child.exitCode
  }
}
