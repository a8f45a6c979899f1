// A group of processes that may not have more memory than this together (cgroups, version 1 or 2): for root on Linux.
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

  /** null: none can be made here. */
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
        // Not mounted here, or not for us.
      }
    }
    return null
  }

  /** A command line that enters the group and becomes this one. */
  around(command: readonly string[]): string[] {
    return ['/bin/sh', '-c', 'echo $$ > "$0" && exec "$@"', join(this.#folder, 'cgroup.procs'), ...command]
  }

  /** How many processes the kernel had to kill. */
  killed(): number {
    return Number(/^oom_kill (\d+)$/m.exec(this.#read(this.#place.events))?.[1])
  }

  processes(): number[] {
    return this.#read('cgroup.procs').split('\n').filter(Boolean).map(Number)
  }

  /** Once nobody is in it. */
  remove(): void {
    rmdirSync(this.#folder)
  }

  #read(name: string): string {
    return readFileSync(join(this.#folder, name), 'utf8')
  }
}
