import { Divider, Group, Stack, Text } from '@mantine/core'
import type { ChannelsOf, ShownChannel } from '../../../../../src/http/console/contract/alerts/channels.ts'
import { Answered } from '../../../parts/answered.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { useAnswer } from '../../../service/answers.ts'
import { AddChannel } from './add-channel.tsx'
import { ChannelItem } from './channel-item.tsx'
import { ConnectTelegram } from './connect-telegram.tsx'
import { useChannelWords } from './words.ts'

const SENDING_EVERY_MS = 1_000
const EVERY_MS = 15_000

/** The user's own channels, or those of the network. */
export function ChannelsPanel({ of, mayChange }: { of: ChannelsOf; mayChange: boolean }) {
  const words = useChannelWords()
  const asked = useAnswer('/channels', {
    query: { of },
    refetchInterval: ({ state }) => (state.data?.channels.some(isWaiting) ? SENDING_EVERY_MS : EVERY_MS),
  })
  return (
    <Panel title={words[of]}>
      <Hint>{words[`${of}Hint`]}</Hint>
      <Answered asked={asked}>
        {({ channels, canMail, bot }) => (
          <Stack gap="md">
            {channels.length === 0 && <Text size="sm">{words.empty}</Text>}
            {channels.map((channel) => (
              <Stack key={channel.id} gap="md">
                <ChannelItem channel={channel} mayChange={mayChange} />
                <Divider />
              </Stack>
            ))}
            {mayChange && (
              <Group gap="xs">
                <AddChannel of={of} channels={channels} canMail={canMail} />
                {bot !== null && <ConnectTelegram of={of} channels={channels} />}
              </Group>
            )}
          </Stack>
        )}
      </Answered>
    </Panel>
  )
}

const isWaiting = ({ waiting }: ShownChannel) => waiting > 0
