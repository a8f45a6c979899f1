import { Badge, Tooltip } from '@mantine/core'
import { usePartWords } from '../../words/common.ts'

/** Marks things that a test token created. `hint` replaces the tooltip, which is written for credentials. */
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
