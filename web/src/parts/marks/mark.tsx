// A state as shape, colour and word, for everything except stations: tokens, webhooks, deliveries, users.
import { Group, Text } from '@mantine/core'
import { type Status, StatusShape } from './status-mark.tsx'

export type Tone = 'good' | 'poor' | 'bad' | 'planned' | 'unknown'

const SHAPES: Record<Tone, Status> = {
  good: 'online',
  poor: 'degraded',
  bad: 'offline',
  planned: 'maintenance',
  unknown: 'unknown',
}

export function Mark({ tone, word }: { tone: Tone; word: string }) {
  return (
    <Group gap={6} wrap="nowrap" component="span" display="inline-flex" style={{ verticalAlign: 'middle' }}>
      <StatusShape status={SHAPES[tone]} />
      <Text span size="sm">
        {word}
      </Text>
    </Group>
  )
}
