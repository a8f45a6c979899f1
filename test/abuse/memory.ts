// Memory of the service's processes without the database, whose memory is mostly shared and bounded by settings.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const field = (text: string, name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the process has ended
  }
}

/** Resident memory of a process and the Node processes it started, in MB. */
export function residentMegabytes(pid: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), status: read(`/proc/${name}/status`) }))
  const ofService = new Set([pid])
  for (let grown = true; grown; ) {
    grown = false
    for (const { pid: child, status } of processes) {
      if (ofService.has(child) || !ofService.has(field(status, 'PPid'))) continue
      ofService.add(child)
      grown = true
    }
  }
  return processes
    .filter((each) => ofService.has(each.pid) && isNode(each.pid))
    .reduce((sum, { status }) => sum + field(status, 'VmRSS') / 1024, 0)
}

function isNode(pid: number): boolean {
  try {
    return /\/node$/.test(readlinkSync(`/proc/${pid}/exe`))
  } catch {
    return false
  }
}

/** Max memory since the last query, sampled four times a second. */
export class MemoryWatch {
  readonly #pid: number
  readonly #timer: NodeJS.Timeout
  #most = 0

  constructor(pid: number) {
    this.#pid = pid
    this.#timer = setInterval(() => this.#look(), 250)
  }

  now(): number {
    return residentMegabytes(this.#pid)
  }

  take(): number {
    this.#look()
    const most = this.#most
    this.#most = 0
    return most
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    this.#most = Math.max(this.#most, this.now())
  }
}
