import { Text } from '@mantine/core'
import type { RoverSession } from '../../../../src/http/console/contract/credentials/credentials.ts'
import { noteText, useCodeWords } from '../../words/codes.ts'
import { upperFirst } from '../text/upper-first.ts'

/** Why a session received no data, below its end. */
export function NoData({ session: { noData } }: { session: Pick<RoverSession, 'noData'> }) {
  const words = useCodeWords()
  return (
    noData && (
      <Text size="xs" c="var(--mantine-color-error)" maw="20rem" style={{ whiteSpace: 'normal' }}>
        {upperFirst(noteText(words, noData))}
      </Text>
    )
  )
}
