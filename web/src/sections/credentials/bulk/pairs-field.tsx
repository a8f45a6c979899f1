// Metadata of a credential for the organisation's own systems: names and values.
import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { newPair, type Pair } from './pairs.ts'
import { useBulkWords } from './words.ts'

const MOST_PAIRS = 20

interface Props {
  readonly value: readonly Pair[]
  readonly onChange: (pairs: readonly Pair[]) => void
  readonly error?: string | undefined
}

export function PairsField({ value, onChange, error }: Props) {
  const { pairs: words } = useBulkWords()
  const change = (key: number, part: Partial<Pair>) =>
    onChange(value.map((pair) => (pair.key === key ? { ...pair, ...part } : pair)))
  return (
    <Stack gap="xs" role="group" aria-label={words.metadata}>
      <Input.Label component="div">{words.metadata}</Input.Label>
      {value.map(({ key, name, value: text }) => (
        <Group key={key} gap="xs" wrap="nowrap">
          <TextInput
            aria-label={words.name}
            placeholder={words.name}
            value={name}
            maxLength={40}
            style={{ flex: '2 1 0' }}
            onChange={({ currentTarget }) => change(key, { name: currentTarget.value })}
          />
          <TextInput
            aria-label={words.value}
            placeholder={words.value}
            value={text}
            maxLength={500}
            style={{ flex: '3 1 0' }}
            onChange={({ currentTarget }) => change(key, { value: currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={words.remove(name)}
            onClick={() => onChange(value.filter((pair) => pair.key !== key))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {error && <Input.Error>{error}</Input.Error>}
      {value.length < MOST_PAIRS && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onChange([...value, newPair()])}
        >
          {words.add}
        </Button>
      )}
    </Stack>
  )
}
