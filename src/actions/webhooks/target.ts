import type { Fault } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'

/** Returns why events may not be sent to the URL, or `null`. */
export type RefuseTarget = (url: string) => Promise<Fault | null>

/** Uses the network, so call this before the transaction of the action, never inside. */
export async function checkTarget(refuseTarget: RefuseTarget, url: string): Promise<void> {
  const refused = await refuseTarget(url)
  if (refused) throw invalid({ path: ['url'], ...refused })
}
