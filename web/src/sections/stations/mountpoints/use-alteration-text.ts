import type { Mountpoint } from '../../../../../src/http/console/contract/network/mountpoints.ts'
import { upperFirst } from '../../../parts/text/upper-first.ts'
import { alterationText, useCodeWords } from '../../../words/codes.ts'

export function useAlterationText(): (alteration: Mountpoint['alteration']) => string {
  const words = useCodeWords()
  return (alteration) => upperFirst(alterationText(words, alteration))
}
