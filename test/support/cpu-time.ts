// Measures processor time of this thread, so other processes on the machine do not affect the result.

export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
