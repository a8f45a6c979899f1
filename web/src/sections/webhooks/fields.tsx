import { Checkbox, Collapse, Group, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { Webhook } from '../../../../src/http/console/contract/webhooks.ts'
import type { FieldFault } from '../../parts/forms/form-faults.ts'
import { CodeBlock } from '../../parts/text/code/code-block.tsx'
import { useAnswer } from '../../service/answers.ts'
import { pretty } from './pretty.ts'
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
  'rinex.ready': true,
}
const EVENTS = Object.keys(OFFERED) as EventName[]

interface Props {
  readonly url: object
  readonly events: { readonly value: EventName[]; readonly onChange: (events: EventName[]) => void }
}

/** A webhook without events would never receive anything. */
export const eventsChosen = ({ events }: { events: readonly EventName[] }): FieldFault[] =>
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
            <EventChoice key={event} event={event} />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  )
}

/** An event to subscribe to: when it is sent, and a sample on request. */
function EventChoice({ event }: { event: EventName }) {
  const words = useWebhookWords()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  // The samples are the same for every webhook and do not change.
  const { data } = useAnswer('/webhooks/samples', { enabled: isOpen, staleTime: Number.POSITIVE_INFINITY })
  const sample = data?.samples.find(({ type }) => type === event)
  const Icon = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Checkbox
          value={event}
          label={
            <>
              {words.event[event]} <span className="code">{event}</span>
            </>
          }
          description={words.sentWhen[event]}
        />
        <UnstyledButton
          fz="xs"
          c="var(--mantine-color-anchor)"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={words.sampleOf(words.event[event] ?? event)}
          style={{ whiteSpace: 'nowrap' }}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Group gap={2} wrap="nowrap" component="span">
            <Icon size={14} aria-hidden />
            {words.sample}
          </Group>
        </UnstyledButton>
      </Group>
      <Collapse expanded={isOpen} id={id} transitionDuration={0} pt={isOpen ? 4 : 0}>
        {isOpen && sample && (
          <CodeBlock label={words.sampleOf(words.event[event] ?? event)} text={pretty(sample.body)} />
        )}
      </Collapse>
    </div>
  )
}
