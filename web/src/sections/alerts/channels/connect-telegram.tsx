import { Anchor, Button, Center, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBrandTelegram } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ChannelsOf, ShownChannel } from '../../../../../src/http/console/contract/alerts/channels.ts'
import { useLanguage } from '../../../language.tsx'
import { notify } from '../../../parts/notify.ts'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { QrCode } from '../../../parts/text/code/qr-code.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { Moment } from '../../../parts/text/moment.tsx'
import { useAnswer } from '../../../service/answers.ts'
import { api } from '../../../service/api.ts'
import { usePartWords } from '../../../words/common.ts'
import { useChannelWords } from './words.ts'

const CHECK_EVERY_MS = 2_000

interface Props {
  readonly of: ChannelsOf
  readonly channels: readonly ShownChannel[]
}

/** Shows a link and a QR code, and closes once the chat has sent the code. */
export function ConnectTelegram(props: Props) {
  const { telegram: words } = useChannelWords()
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" leftSection={<IconBrandTelegram size={16} aria-hidden />} onClick={open}>
        {words.connect}
      </Button>
      {opened && <Connecting {...props} onClose={close} />}
    </>
  )
}

const telegramIds = (channels: readonly ShownChannel[]) =>
  channels.filter(({ service }) => service === 'telegram').map(({ id }) => id)

function Connecting({ of, channels, onClose }: Props & { onClose: () => void }) {
  const { telegram: words } = useChannelWords()
  const parts = usePartWords()
  const { language } = useLanguage()
  const before = useRef(telegramIds(channels))
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api.post('/channels/telegram', { of, language }),
  })
  useEffect(() => mutate(), [mutate])
  const now = useAnswer('/channels', { query: { of }, refetchInterval: CHECK_EVERY_MS }).data
  const isConnected = now !== undefined && telegramIds(now.channels).some((id) => !before.current.includes(id))
  useEffect(() => {
    if (!isConnected) return
    notify(words.connected)
    onClose()
  }, [isConnected, onClose, words.connected])
  return (
    <Modal opened onClose={onClose} title={words.connect} closeButtonProps={{ 'aria-label': parts.close }}>
      <Stack gap="md">
        <Text size="sm">{words.steps}</Text>
        {error && <ProblemPanel error={error} />}
        {data && (
          <>
            <Center>
              <QrCode text={data.url} label={words.qr} />
            </Center>
            <Group gap="sm" justify="center">
              <Button component="a" href={data.url} target="_blank" rel="noreferrer">
                {words.open}
              </Button>
              <Anchor href={data.groupUrl} target="_blank" rel="noreferrer" size="sm">
                {words.group}
              </Anchor>
            </Group>
            <Hint role="status">
              {words.waiting} {words.expires} <Moment at={data.expiresAt} />.
            </Hint>
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" loading={isPending} onClick={() => mutate()}>
            {words.again}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
