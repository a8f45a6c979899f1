// Reports to systemd's watchdog that this process works. systemd kills and restarts a service that has not reported for WatchdogSec.
import { tellManager } from './notify.ts'

/** Reports per period of the watchdog, so that one failed check does not end the service. */
const REPORTS_PER_PERIOD = 3

export interface Watchdog {
  /** Returns whether the service answers. The event loop is checked too: a loop that is blocked reports nothing. */
  readonly answers: () => Promise<boolean>
  readonly warn: (message: string) => void
}

/** Returns a function that ends the reports. */
export function startWatchdog(periodMs: number, { answers, warn }: Watchdog): () => void {
  let isChecking = false
  const check = async () => {
    if (isChecking) return
    isChecking = true
    if (await answers()) await tellManager(['WATCHDOG=1'], warn)
    else warn('The service does not answer its own request; systemd restarts it if it stays silent')
    isChecking = false
  }
  const timer = setInterval(() => void check(), periodMs / REPORTS_PER_PERIOD).unref()
  return () => clearInterval(timer)
}
