// Reports to systemd's watchdog that this process works. systemd kills and restarts a service that has not reported for
// WatchdogSec.
import { notifySystemd } from './notify.ts'

/** Several reports per watchdog period, so that one failed check does not end the service. */
const REPORTS_PER_PERIOD = 3

export interface Watchdog {
  /** Whether the service responds. The event loop is covered too: a blocked loop sends no reports. */
  readonly answers: () => Promise<boolean>
  readonly warn: (message: string) => void
}

/** Returns a function that stops the reports. */
export function startWatchdog(periodMs: number, { answers, warn }: Watchdog): () => void {
  let isChecking = false
  const check = async () => {
    if (isChecking) return
    isChecking = true
    if (await answers()) await notifySystemd(['WATCHDOG=1'], warn)
    else warn('The service did not respond to its own health check; systemd restarts it if this continues')
    isChecking = false
  }
  const timer = setInterval(() => void check(), periodMs / REPORTS_PER_PERIOD).unref()
  return () => clearInterval(timer)
}
