// Limits a command to a share of the machine's CPU time.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface SlowCpu {
  readonly description: string
  /** The command that runs `command` at this share. */
  wrap(command: readonly string[]): readonly string[]
  release(): Promise<void>
}

const PERIOD_US = 100_000
const CGROUPS = '/sys/fs/cgroup'

/** A cgroup if this user may create one, otherwise busy neighbours. */
export const slowCpu = (share: number, workers: number): SlowCpu =>
  cgroup(share) ?? busyNeighbours(Math.max(1, Math.round(workers * (1 / share - 1))))

interface CgroupVersion {
  readonly name: string
  readonly root: string
  limit(folder: string, quotaUs: number): void
}

const VERSIONS: readonly CgroupVersion[] = [
  {
    name: 'cgroup v2, cpu.max',
    root: CGROUPS,
    limit: (folder, quotaUs) => writeFileSync(join(folder, 'cpu.max'), `${quotaUs} ${PERIOD_US}`),
  },
  {
    name: 'cgroup v1, cpu.cfs_quota_us',
    root: join(CGROUPS, 'cpu'),
    limit: (folder, quotaUs) => {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_US))
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quotaUs))
    },
  },
]

function cgroup(share: number): SlowCpu | null {
  const cores = availableParallelism()
  for (const { name, root, limit } of VERSIONS) {
    if (!existsSync(join(root, 'cgroup.procs'))) continue
    const folder = join(root, `vertice-stress-${process.pid}`)
    try {
      mkdirSync(folder)
    } catch {
      continue
    }
    try {
      limit(folder, Math.round(share * cores * PERIOD_US))
    } catch {
      rmdirSync(folder)
      continue
    }
    const members = join(folder, 'cgroup.procs')
    return {
      description: `${name}: ${(share * cores).toFixed(2)} of ${cores} cores`,
      wrap: (command) => ['sh', '-c', 'echo $$ > "$0" && exec "$@"', members, ...command],
      release: () => remove(folder, members),
    }
  }
  return null
}

/** Kills what a run left behind: a cgroup with members cannot be removed. */
async function remove(folder: string, members: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const left = readFileSync(members, 'utf8').split('\n').filter(Boolean)
    if (left.length === 0) break
    for (const pid of left) kill(Number(pid))
    await sleep(100)
  }
  rmdirSync(folder)
}

/** Processes that compete at equal priority. The scheduler gives every runnable process the same share. */
export function busyNeighbours(count: number): SlowCpu {
  const neighbours: ChildProcess[] = []
  return {
    description: `${count} busy processes beside the tests (no writable cgroup)`,
    wrap(command) {
      // The neighbours end with this process, however it ends: they read their standard input.
      const loop = `process.stdin.on('end', () => process.exit()).resume(); (function busy() { for (const end = Date.now() + 50; Date.now() < end; ); setImmediate(busy) })()`
      while (neighbours.length < count)
        neighbours.push(spawn(process.execPath, ['-e', loop], { stdio: ['pipe', 'ignore', 'ignore'] }))
      return command
    },
    release: async () => {
      for (const neighbour of neighbours) neighbour.kill('SIGKILL')
    },
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {} // The process has already exited.
}
