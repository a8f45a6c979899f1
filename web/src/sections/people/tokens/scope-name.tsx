import { Hint } from '../../../parts/text/hint.ts'
import type { Scope } from './presets.ts'
import { useTokenWords } from './words.ts'

/** The scope in words, with its code in the API beside it. */
export function ScopeName({ scope }: { scope: Scope }) {
  const words = useTokenWords()
  return (
    <>
      {words.scope[scope][0]}{' '}
      <Hint span size="xs" className="code">
        {scope}
      </Hint>
    </>
  )
}
