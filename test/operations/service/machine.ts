// A machine with a systemd of its own, in namespaces of this one: what is installed there is gone with it.
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

  /** With this checkout as its /opt/vertice; why not, where no machine can be had. */
  static async boot(checkout: string): Promise<Machine | string> {
    const folder = mkdtempSync(join(tmpdir(), 'vertice-machine-'))
    // It goes when we go, however that is.
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

  /** systemd, as this machine knows it. */
  get #first(): string {
    const pid = this.#unshare.pid
    return existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim() : ''
  }

  /** As root. */
  run(...command: string[]): Promise<Finished> {
    const namespaces = ['--target', this.#first, '--mount', '--pid', '--uts', '--ipc', '--net', '--cgroup']
    return new Promise((resolve) => {
      execFile('nsenter', [...namespaces, 'env', '-i', ...ENVIRONMENT, ...command], (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr })
      })
    })
  }

  /** Everything in it ends with its first process, and every file with it. */
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

/** They are there for some moments longer than their processes. */
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
