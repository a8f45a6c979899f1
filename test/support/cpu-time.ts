// Processor time of this thread: other processes on the same machine do not count.

/** Milliseconds of processor time that the work takes. */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
