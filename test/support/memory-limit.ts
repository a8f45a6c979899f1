// A process group with a shared memory limit (cgroups v1 or v2). Needs root on Linux.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PLACES = [
  { parent: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', events: 'memory.oom_control' },
  { parent: '/sys/fs/cgroup', limit: 'memory.max', events: 'memory.events' },
] as const

export class MemoryLimit {
  readonly #folder: string
  readonly #place: (typeof PLACES)[number]

  private constructor(folder: string, place: (typeof PLACES)[number]) {
    this.#folder = folder
    this.#place = place
  }

  /** `null` if this system does not allow it. */
  static make(bytes: number): MemoryLimit | null {
    for (const place of PLACES) {
      const folder = join(place.parent, `vertice-test-${process.pid}`)
      try {
        mkdirSync(folder)
        if (existsSync(join(folder, place.limit))) {
          writeFileSync(join(folder, place.limit), String(bytes))
          return new MemoryLimit(folder, place)
        }
        rmdirSync(folder)
      } catch {
        // Not mounted, or no permission.
      }
    }
    return null
  }

  /** A command line that enters the group and then executes `command`. */
  around(command: readonly string[]): string[] {
    return ['/bin/sh', '-c', 'echo $$ > "$0" && exec "$@"', join(this.#folder, 'cgroup.procs'), ...command]
  }

  /** Number of processes killed by the kernel's OOM killer. */
  killed(): number {
    return Number(/^oom_kill (\d+)$/m.exec(this.#read(this.#place.events))?.[1])
  }

  processes(): number[] {
    return this.#read('cgroup.procs').split('\n').filter(Boolean).map(Number)
  }

  /** Works only when the group has no processes. */
  remove(): void {
    rmdirSync(this.#folder)
  }

  #read(name: string): string {
    return readFileSync(join(this.#folder, name), 'utf8')
  }
}
