import { Checkbox, Stack, TextInput } from '@mantine/core'
import type { useFields } from '../../parts/forms/use-fields.ts'
import { EVENTS } from './types.ts'
import { usePlatformWords } from './words.ts'

export interface WebhookValues {
  url: string
  events: string[]
}

/** Address and events: the same for a new webhook and for one that is changed. */
export function WebhookFields({
  form,
}: {
  form: Pick<ReturnType<typeof useFields<WebhookValues, unknown>>, 'text' | 'values' | 'faultOf'> & {
    set: (name: 'events', value: string[]) => void
  }
}) {
  const { webhooks: words } = usePlatformWords()
  return (
    <>
      <TextInput
        {...form.text('url')}
        type="url"
        label={words.url}
        description={words.urlHint}
        placeholder="https://"
        required
        maxLength={2048}
        data-autofocus
      />
      <Checkbox.Group
        label={words.events}
        value={form.values.events}
        onChange={(events) => form.set('events', events)}
        error={form.faultOf('events')}
        required
      >
        <Stack gap="xs" mt={4}>
          {EVENTS.map((event) => (
            <Checkbox key={event} value={event} label={words.event[event]} description={event} />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  )
}
