import { readdirSync, readFileSync } from 'node:fs'

/** CPU microseconds of all threads. The scheduler counts nanoseconds, /proc/<pid>/stat hundredths of a second. */
export function cpuUs(pid: number): number {
  const home = `/proc/${pid}/task`
  const nanoseconds = readdirSync(home).map((task) =>
    Number.parseInt(readFileSync(`${home}/${task}/schedstat`, 'utf8'), 10),
  )
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1000
}

export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
