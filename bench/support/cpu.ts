// The CPU time that a process has taken.
import { readdirSync, readFileSync } from 'node:fs'

/** Microseconds, of all its threads. The scheduler counts in nanoseconds, /proc/<pid>/stat in hundredths of a second. */
export function cpuUs(pid: number): number {
  const home = `/proc/${pid}/task`
  const nanoseconds = readdirSync(home).map((task) =>
    Number.parseInt(readFileSync(`${home}/${task}/schedstat`, 'utf8'), 10),
  )
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1000
}
