import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for what may hang, but no longer than that, and whatever becomes of it. */
export const soon = (work: Promise<unknown>, ms: number): Promise<void> =>
  Promise.race([work.catch(() => {}), sleep(ms, undefined, { ref: false })]).then(() => {})
