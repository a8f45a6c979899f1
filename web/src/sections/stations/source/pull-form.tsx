import { Button, Group, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { useStationWords } from '../words.ts'

interface Props {
  readonly put: (body: { readonly url: string }) => Promise<unknown>
  readonly onSaved: () => Promise<void>
  /** Shown beside the save button. */
  readonly children?: ReactNode
}

/** The URL of a stream on another caster. Its password is never shown again. */
export function PullForm({ put, onSaved, children }: Props) {
  const words = useStationWords()
  const form = useFields(
    { url: '' },
    ({ url }) => put({ url: url.trim() }),
    async () => {
      form.reset()
      await onSaved()
    },
  )
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <TextInput
        label={words.pullUrl}
        description={words.pullForm}
        autoComplete="off"
        spellCheck={false}
        required
        {...form.text('url')}
      />
      <Group gap="xs" mt="sm">
        <Button type="submit" variant="default" loading={form.sending}>
          {words.setPull}
        </Button>
        {children}
      </Group>
      {form.problem && <ProblemPanel error={form.problem} />}
    </form>
  )
}
