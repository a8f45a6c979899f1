import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlugConnectedX } from '@tabler/icons-react'
import type { ShownChannel } from '../../../../../src/http/console/contract/alerts/channels.ts'
import { ActButton } from '../../../parts/buttons/act-button.tsx'
import { ConfirmButton } from '../../../parts/buttons/confirm-button.tsx'
import { Mark, type Tone } from '../../../parts/marks/mark.tsx'
import { notify } from '../../../parts/notify.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { Moment } from '../../../parts/text/moment.tsx'
import { upperFirst } from '../../../parts/text/upper-first.ts'
import { useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { chatFailureText, useCodeWords } from '../../../words/codes.ts'
import { ChannelRules } from './channel-rules.tsx'
import { useChannelWords } from './words.ts'

type State = 'on' | 'waiting' | 'failing' | 'disabled'
const TONES: Record<State, Tone> = { on: 'good', waiting: 'planned', failing: 'poor', disabled: 'bad' }

function stateOf({ disabledAt, lastError, waiting }: ShownChannel): State {
  if (disabledAt) return 'disabled'
  if (lastError) return 'failing'
  return waiting > 0 ? 'waiting' : 'on'
}

export function ChannelItem({ channel, mayChange }: { channel: ShownChannel; mayChange: boolean }) {
  const words = useChannelWords()
  const codes = useCodeWords()
  const { name, service, host, lastSentAt, lastError, lastErrorAt } = channel
  const state = stateOf(channel)
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Mark tone={TONES[state]} word={words.states[state]} />
      </Group>
      <Hint style={{ overflowWrap: 'anywhere' }}>
        {words.services[service]}
        {host && ` · ${host}`}
        {service === 'email' ? ` · ${words.byMail}` : ''}
        {service !== 'email' && (
          <>
            {` · ${words.sent}: `}
            <Moment at={lastSentAt} />
          </>
        )}
      </Hint>
      {lastError && (
        <Alert
          color={state === 'disabled' ? 'red' : 'yellow'}
          variant="light"
          icon={<IconPlugConnectedX aria-hidden />}
          role="status"
        >
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {upperFirst(chatFailureText(codes, lastError))} · <Moment at={lastErrorAt} />
          </Text>
          {state === 'disabled' && <Text size="sm">{words.disabledHint}</Text>}
        </Alert>
      )}
      {mayChange && <Actions channel={channel} />}
    </Stack>
  )
}

function Actions({ channel }: { channel: ShownChannel }) {
  const words = useChannelWords()
  const renew = useRenew()
  const [editing, { open, close }] = useDisclosure(false)
  const { id, name } = channel
  const done = async (said: string) => {
    notify(said)
    await renew('/channels')
  }
  const test = async () => {
    await api.post(at('/channels/:id/test', { id }))
    await done(words.tested)
  }
  const remove = async () => {
    await api.delete(at('/channels/:id', { id }))
    await done(words.removed)
  }
  return (
    <Group gap="xs">
      <ActButton variant="default" text={words.test} label={words.testOf(name)} act={test} />
      <Button variant="default" aria-label={words.editOf(name)} onClick={open}>
        {words.edit}
      </Button>
      <ConfirmButton
        variant="subtle"
        color="red.9"
        aria-label={words.removeOf(name)}
        action={words.remove}
        title={words.removeTitle(name)}
        consequence={words.removeConsequence}
        onConfirm={remove}
      />
      {editing && <ChannelRules channel={channel} onClose={close} onSaved={() => done(words.saved)} />}
    </Group>
  )
}
