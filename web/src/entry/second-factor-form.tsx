import { Button, Stack, Text, TextInput } from '@mantine/core'
import type { Entered } from '../../../src/http/console/contract/people/people.ts'
import { Form } from '../parts/forms/form.tsx'
import { useFields } from '../parts/forms/use-fields.ts'
import { api } from '../service/api.ts'
import { useEntryWords } from '../words/common.ts'

interface Props {
  onEntered: (entered: Entered) => void
  onBack: () => void
}

export function SecondFactorForm({ onEntered, onBack }: Props) {
  const { secondFactor: words } = useEntryWords()
  const form = useFields({ code: '' }, ({ code }) => api.post('/second-factor', { code: code.trim() }), onEntered)
  return (
    <Stack>
      <Form form={form} action={words.enter}>
        <Text size="sm">{words.hint}</Text>
        <TextInput {...form.text('code')} label={words.code} autoComplete="one-time-code" required autoFocus />
      </Form>
      <Button variant="subtle" onClick={onBack}>
        {words.back}
      </Button>
    </Stack>
  )
}
