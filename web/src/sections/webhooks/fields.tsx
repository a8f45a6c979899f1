import { Checkbox, Stack, TextInput } from '@mantine/core'
import type { Webhook } from '../../../../src/http/console/contract/webhooks.ts'
import type { Lack } from '../../parts/forms/lacking.ts'
import { useWebhookWords } from './words.ts'

export type EventName = Webhook['events'][number]
/** In display order; the type requires every event. */
const OFFERED: Readonly<Record<EventName, true>> = {
  'order.paid': true,
  'credential.issued': true,
  'credential.expired': true,
  'credential.revoked': true,
  'credential.renewed': true,
  'credential.suspended': true,
  'credential.resumed': true,
  'credential.updated': true,
  'station.status_changed': true,
  'station.alarm': true,
}
const EVENTS = Object.keys(OFFERED) as EventName[]

interface Props {
  readonly url: object
  readonly events: { readonly value: EventName[]; readonly onChange: (events: EventName[]) => void }
}

/** A webhook without events would never receive anything. */
export const eventsChosen = ({ events }: { events: readonly EventName[] }): Lack[] =>
  events.length > 0 ? [] : [{ path: 'events', code: 'too_few', params: { least: 1 } }]

export function WebhookFields({ url, events }: Props) {
  const words = useWebhookWords()
  return (
    <>
      <TextInput
        {...url}
        type="url"
        label={words.url}
        description={words.urlHint}
        placeholder="https://"
        required
        maxLength={2048}
        data-autofocus
      />
      <Checkbox.Group {...events} label={words.events} required>
        <Stack gap="xs" mt={4}>
          {EVENTS.map((event) => (
            <Checkbox key={event} value={event} label={words.event[event]} description={event} />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  )
}
