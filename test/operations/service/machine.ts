// A simulated machine with its own systemd, in namespaces of this one. Everything installed in it disappears with it.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Finished } from '../../support/process.ts'
import { until } from '../../support/process.ts'

const BOOT = fileURLToPath(new URL('./boot-systemd', import.meta.url))
const HIERARCHIES = ['/sys/fs/cgroup', '/sys/fs/cgroup/systemd', '/sys/fs/cgroup/unified']
const ENVIRONMENT = ['PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'LANG=C.UTF-8']

export class Machine {
  readonly #folder: string
  readonly #unshare: ChildProcess

  private constructor(folder: string, unshare: ChildProcess) {
    this.#folder = folder
    this.#unshare = unshare
  }

  /** Mounts the checkout at /opt/vertice. Returns the reason if no machine can be started. */
  static async boot(checkout: string): Promise<Machine | string> {
    const folder = mkdtempSync(join(tmpdir(), 'vertice-machine-'))
    // Killed when this process ends, in whatever way.
    const unshare = spawn('setpriv', ['--pdeathsig', 'KILL', BOOT, folder, checkout], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const said: string[] = []
    unshare.stderr.on('data', (data) => said.push(String(data)))
    const machine = new Machine(folder, unshare)
    const hasEnded = () => unshare.exitCode !== null || unshare.signalCode !== null
    await until(
      async () => hasEnded() || /running|degraded/.test((await machine.run('systemctl', 'is-system-running')).stdout),
      60_000,
    )
    if (!hasEnded()) return machine
    await machine.halt()
    return said.join('').trim() || 'it ended'
  }

  /** Pid of its systemd on the host. */
  get #first(): string {
    const pid = this.#unshare.pid
    return existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim() : ''
  }

  /** Runs the command as root. */
  run(...command: string[]): Promise<Finished> {
    const namespaces = ['--target', this.#first, '--mount', '--pid', '--uts', '--ipc', '--net', '--cgroup']
    return new Promise((resolve) => {
      execFile('nsenter', [...namespaces, 'env', '-i', ...ENVIRONMENT, ...command], (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr })
      })
    })
  }

  /** Kills the first process, and with it all others and all files. */
  async halt(): Promise<void> {
    const first = this.#first
    if (first !== '') {
      const ended = once(this.#unshare, 'exit')
      process.kill(Number(first), 'SIGKILL')
      await ended
    }
    for (const hierarchy of HIERARCHIES) await removeGroups(join(hierarchy, basename(this.#folder)))
    rmdirSync(this.#folder)
  }
}

/** Cgroups outlive their processes for a moment. */
async function removeGroups(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await removeGroups(join(folder, entry.name))
  await until(() => {
    try {
      rmdirSync(folder)
      return true
    } catch {
      return !existsSync(folder)
    }
  })
}
