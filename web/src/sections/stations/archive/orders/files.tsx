// What an order has come to: its progress, its files, or the reason why there are none.
import { Anchor, List, Progress, Stack, Text } from '@mantine/core'
import type { RinexOrder } from '../../../../../../src/http/console/contract/stations/rinex.ts'
import { useFigures } from '../../../../parts/text/figures.ts'
import { Hint } from '../../../../parts/text/hint.ts'
import { useArchiveWords } from '../words.ts'

export function RinexFiles({ order }: { order: RinexOrder }) {
  const words = useArchiveWords()
  const { percent } = useFigures()
  const { state, progressPct, failure, files } = order
  if (state === 'pending')
    return (
      <Stack gap={4} miw="6rem">
        <Progress value={progressPct} size="md" color="teal.9" aria-label={words.progress} />
        <Text size="xs">{percent(progressPct)}</Text>
      </Stack>
    )
  if (state === 'failed') return <Text size="sm">{failure === null ? '—' : words.failures[failure]}</Text>
  return (
    <List size="sm" listStyleType="none">
      {files.map((file) => (
        <RinexFileItem key={file.name} file={file} />
      ))}
    </List>
  )
}

export function RinexFileItem({ file: { kind, name, bytes: size, path } }: { file: RinexOrder['files'][number] }) {
  const words = useArchiveWords()
  const { bytes } = useFigures()
  return (
    <List.Item>
      {path === null ? (
        name
      ) : (
        <Anchor
          href={path}
          download={name}
          size="sm"
          aria-label={words.download(name)}
          style={{ overflowWrap: 'anywhere' }}
        >
          {name}
        </Anchor>
      )}
      <Hint span size="xs">
        {` · ${words.kinds[kind]}, ${bytes(size)}`}
      </Hint>
    </List.Item>
  )
}
