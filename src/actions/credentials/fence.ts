// A fence that somebody wants, read by the rule.

import { allInvalid } from '../../domain/codes/refusal.ts'
import { type Fence, type FenceWish, readFence } from '../../domain/credentials/fence.ts'

/** null: anywhere; undefined: it stays as it is. */
export function fenceWanted(wish: FenceWish | null | undefined): Fence | null | undefined {
  if (!wish) return wish
  const read = readFence(wish)
  if ('fence' in read) return read.fence
  throw allInvalid(read.faults.map(({ path, ...found }) => ({ path: ['fence', ...path], ...found })))
}
