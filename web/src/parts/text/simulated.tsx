import { Badge, Tooltip } from '@mantine/core'
import { usePartWords } from '../../words/common.ts'

/** Stands beside everything that nobody measured. */
export function Simulated() {
  const words = usePartWords()
  return (
    <Tooltip label={words.simulatedHint}>
      <Badge color="grape.9" variant="filled" size="sm" style={{ flexShrink: 0 }}>
        {words.simulated}
      </Badge>
    </Tooltip>
  )
}
