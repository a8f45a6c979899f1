import { List } from '@mantine/core'
import type { ShownQuality } from '../../../../../../src/http/console/contract/stations/quality.ts'
import { Hint } from '../../../../parts/text/hint.ts'
import { Moment } from '../../../../parts/text/moment.tsx'
import { reasonText, useCodeWords } from '../../../../words/codes.ts'
import { useQualityWords } from './words.ts'

/** What was found, what to do, and since when: most important first. */
export function Reasons({ reasons }: Pick<ShownQuality, 'reasons'>) {
  const words = useQualityWords()
  const codes = useCodeWords()
  if (reasons.length === 0) return null
  return (
    <List size="sm" listStyleType="none" spacing="xs">
      {reasons.map(({ found, since }) => (
        <List.Item key={`${found.code} ${found.band}`}>
          {reasonText(codes, found)}
          <Hint span size="xs">
            {` · ${words.since} `}
            <Moment at={since} />
          </Hint>
        </List.Item>
      ))}
    </List>
  )
}
