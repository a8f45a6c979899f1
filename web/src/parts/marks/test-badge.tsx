import { Badge, Tooltip } from '@mantine/core'
import { usePartWords } from '../../words/common.ts'

/** Stands beside what is or was made by a test token. `hint`: what that means here, where it is not what it means of an access. */
export function TestBadge({ hint }: { hint?: string }) {
  const words = usePartWords()
  return (
    <Tooltip label={hint ?? words.testHint}>
      <Badge color="orange.9" variant="filled" size="sm" ml={6} style={{ flexShrink: 0 }}>
        {words.test}
      </Badge>
    </Tooltip>
  )
}
