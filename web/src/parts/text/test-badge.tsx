import { Badge, Tooltip } from '@mantine/core'
import { usePartWords } from '../../words/common.ts'

/** Stands beside what is or was made by a test token. */
export function TestBadge() {
  const words = usePartWords()
  return (
    <Tooltip label={words.testHint}>
      <Badge color="orange.9" variant="filled" size="sm" ml={6} style={{ flexShrink: 0 }}>
        {words.test}
      </Badge>
    </Tooltip>
  )
}
