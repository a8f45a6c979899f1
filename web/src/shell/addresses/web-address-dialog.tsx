import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { CodeBlock } from '../../parts/text/code/code-block.tsx'
import { useAnswer } from '../../service/answers.ts'
import { usePartWords, useShellWords } from '../../words/common.ts'
import { AddressWarning } from './address-warning.tsx'
import { useLocalForNow } from './local-for-now.ts'

/** The public web address is part of the service's configuration, so the dialog explains how to set it. */
export function WebAddressDialog({ onClose }: { onClose: () => void }) {
  const { addresses: words } = useShellWords()
  const parts = usePartWords()
  const { data } = useAnswer('/settings')
  const [forNow, keepForNow] = useLocalForNow()
  if (!data) return null
  const keep = () => {
    keepForNow(true)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={words.webTitle} closeButtonProps={{ 'aria-label': parts.close }}>
      <Stack gap="md">
        <Text size="sm">
          {words.webHint} {words.webNow} <span className="code">{data.webUrl}</span>
        </Text>
        <AddressWarning which="web" reach={data.reach.web} />
        <Text size="sm">{words.webHow}</Text>
        <CodeBlock label={words.webLine} text={`BASE_URL=https://${exampleHost(data.network.casterHost)}`} />
        <Group justify="flex-end" gap="xs">
          {!forNow && data.reach.web !== 'public' && (
            <Button variant="subtle" onClick={keep}>
              {words.forNow}
            </Button>
          )}
          <Button onClick={onClose}>{parts.close}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const exampleHost = (casterHost: string | null) => casterHost ?? 'rtk.example.mx'
