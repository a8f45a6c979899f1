import type { Fault } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'

/** Why events may not be sent there, or null. */
export type RefuseTarget = (url: string) => Promise<Fault | null>

/** Asks the network, so it comes before the transaction of the action, never inside it. */
export async function checkTarget(refuseTarget: RefuseTarget, url: string): Promise<void> {
  const refused = await refuseTarget(url)
  if (refused) throw invalid({ path: ['url'], ...refused })
}
