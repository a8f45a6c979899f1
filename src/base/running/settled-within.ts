import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for `work` for at most `ms`; ignores its failure. */
export const settledWithin = (work: Promise<unknown>, ms: number): Promise<void> =>
  Promise.race([work.catch(() => {}), sleep(ms, undefined, { ref: false })]).then(() => {})
