import { Button, List, Stack } from '@mantine/core'
import type { LeftOut } from '../../../../src/http/console/contract/network/upstreams.ts'
import { Hint } from '../../parts/text/hint.ts'
import { leftOutText, useCodeWords } from '../../words/codes.ts'
import { useUpstreamWords } from './words.ts'

interface Props {
  readonly leftOut: readonly LeftOut[]
  readonly total: number
  /** `null` if a prefix does not help or cannot be set here. */
  readonly prefix?: { readonly text: string; readonly take: () => void } | null
}

export function LeftOutList({ leftOut, total, prefix = null }: Props) {
  const words = useUpstreamWords()
  const codes = useCodeWords()
  return (
    <Stack gap="xs" align="flex-start">
      <List size="sm" listStyleType="none">
        {leftOut.map(({ mountpoint, why }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a table may list a name twice
          <List.Item key={place} style={{ overflowWrap: 'anywhere' }}>
            <span className="code">{mountpoint}</span>: {leftOutText(codes, why)}
          </List.Item>
        ))}
      </List>
      {leftOut.length < total && <Hint size="xs">{words.firstOf(leftOut.length, total)}</Hint>}
      {prefix && (
        <Button size="xs" variant="default" onClick={prefix.take}>
          {words.takePrefix(prefix.text)}
        </Button>
      )}
    </Stack>
  )
}
