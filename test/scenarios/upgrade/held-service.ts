// A service whose listening sockets are held by another process, as systemd holds those of a socket unit.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { onTestFailed, onTestFinished } from 'vitest'
import { CHECKOUT, commandOf } from '../../support/checkout.ts'
import { environment, isAlive, RunningService, until } from '../../support/process.ts'

const HOLDER = fileURLToPath(new URL('./hold-sockets.py', import.meta.url))
const TIMEOUT_MS = 120_000

export class HeldService {
  readonly service: RunningService

  private constructor(service: RunningService) {
    this.service = service
  }

  /** `places`: the sockets, each as `127.0.0.1:8080`, or `127.0.0.1:2101*8` for eight on one port. */
  static async start(
    dataDir: string,
    places: readonly string[],
    settings: Record<string, string>,
  ): Promise<HeldService> {
    const child = spawn('python3', [HOLDER, ...places, '--', ...commandOf(CHECKOUT), 'start'], {
      cwd: CHECKOUT,
      env: environment(dataDir, settings),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const service = await RunningService.ready(child)
    onTestFailed(() => console.log(service.output.join('\n'), service.log.slice(-30).join('')))
    onTestFinished(async () => {
      if (isAlive(child.pid!)) await service.killGroup()
    })
    return new HeldService(service)
  }

  /** Pid of the service, not of the process that holds the sockets. */
  get pid(): number {
    const holder = this.service.child.pid!
    return Number(readFileSync(`/proc/${holder}/task/${holder}/children`, 'utf8').trim())
  }

  get starts(): number {
    return this.service.output.filter((line) => line === 'Vértice is ready.').length
  }

  async restart(): Promise<void> {
    const before = this.starts
    this.service.child.kill('SIGUSR1')
    await until(() => this.starts > before, TIMEOUT_MS)
  }
}
