import { Stack, Text, TextInput } from '@mantine/core'
import { Answered } from '../../../parts/answered.tsx'
import { DestroyButton } from '../../../parts/buttons/confirm-button.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { Mark } from '../../../parts/marks/mark.tsx'
import { notify } from '../../../parts/notify.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { Moment } from '../../../parts/text/moment.tsx'
import { upperFirst } from '../../../parts/text/upper-first.ts'
import { useAnswer, useRenew } from '../../../service/answers.ts'
import { api } from '../../../service/api.ts'
import { chatFailureText, useCodeWords } from '../../../words/codes.ts'
import { useChannelWords } from './words.ts'

const EVERY_MS = 15_000

/** The network's Telegram bot. */
export function BotPanel({ mayChange }: { mayChange: boolean }) {
  const { telegram: words } = useChannelWords()
  const codes = useCodeWords()
  const renew = useRenew()
  const asked = useAnswer('/settings/telegram', { refetchInterval: EVERY_MS })
  const remove = async () => {
    await api.delete('/settings/telegram')
    notify(words.removed)
    await renew('/settings/telegram', '/channels')
  }
  return (
    <Panel title={words.title}>
      <Hint>{words.hint}</Hint>
      <Answered asked={asked}>
        {({ bot }) => (
          <Stack gap="md">
            {bot === null ? (
              <Text size="sm">{words.none}</Text>
            ) : (
              <Mark
                tone={bot.lastError ? 'bad' : 'good'}
                word={bot.lastError ? words.failing : words.active(bot.username)}
              />
            )}
            {bot?.lastError && (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {upperFirst(chatFailureText(codes, bot.lastError))} · <Moment at={bot.lastErrorAt} />
              </Text>
            )}
            {mayChange && <TokenForm />}
            {mayChange && bot && (
              <DestroyButton
                action={words.remove}
                title={words.removeTitle}
                consequence={words.removeConsequence}
                onConfirm={remove}
              />
            )}
          </Stack>
        )}
      </Answered>
    </Panel>
  )
}

function TokenForm() {
  const { telegram: words } = useChannelWords()
  const renew = useRenew()
  const form = useFields(
    { token: '' },
    ({ token }) => api.put('/settings/telegram', { token: token.trim() }),
    async () => {
      form.reset()
      notify(words.saved)
      await renew('/settings/telegram', '/channels')
    },
  )
  return (
    <Form form={form} action={words.save} narrow>
      <TextInput
        {...form.text('token')}
        label={words.token}
        description={words.tokenHint}
        autoComplete="off"
        spellCheck={false}
        required
        maw={480}
      />
    </Form>
  )
}
