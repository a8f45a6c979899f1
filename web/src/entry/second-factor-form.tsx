import { Button, Stack, Text, TextInput } from '@mantine/core'
import { api } from '../api.ts'
import { useFields } from '../parts/forms/use-fields.ts'
import { ProblemPanel } from '../parts/problem-panel.tsx'
import { useEntryWords } from '../words/common.ts'
import type { Entered } from './entered.ts'

interface Props {
  onEntered: (entered: Entered) => void
  onBack: () => void
}

export function SecondFactorForm({ onEntered, onBack }: Props) {
  const { secondFactor: words } = useEntryWords()
  const form = useFields(
    { code: '' },
    ({ code }) => api.post<Entered>('/second-factor', { code: code.trim() }),
    onEntered,
  )
  return (
    <form onSubmit={form.onSubmit}>
      <Stack>
        <Text size="sm">{words.hint}</Text>
        <TextInput {...form.text('code')} label={words.code} autoComplete="one-time-code" required autoFocus />
        {form.problem && <ProblemPanel error={form.problem} />}
        <Button type="submit" loading={form.sending}>
          {words.enter}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {words.back}
        </Button>
      </Stack>
    </form>
  )
}
