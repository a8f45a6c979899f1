import { Text } from '@mantine/core'
import { useFigures } from '../../../parts/text/figures.ts'
import { skippedOf } from './skips.ts'
import type { ChangeKind, Many } from './target.ts'
import { useBulkWords } from './words.ts'

const NAMED = 10

/** Names the credentials that an action will skip, with the reason. */
export function Skipped({ kind, many }: { kind: ChangeKind; many: Many }) {
  const words = useBulkWords()
  const { number } = useFigures()
  const { count, named } = skippedOf(kind, many)
  if (count === 0) return null
  return (
    <Text size="sm" component="div" role="note">
      {words.skipped(number(count))}
      {named.length === 0 ? '.' : ': '}
      {named.slice(0, NAMED).map(({ username, why }, place) => (
        <span key={username}>
          {place > 0 && ', '}
          <span className="code">{username}</span> ({words.skippedWhy[why]})
        </span>
      ))}
      {named.length > NAMED && ', …'}
    </Text>
  )
}
