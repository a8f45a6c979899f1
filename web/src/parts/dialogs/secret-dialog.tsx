// Shows a secret that is shown only once. Only the button that confirms a stored copy closes it.
import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePartWords } from '../../words/common.ts'
import { CopyButton } from '../text/code/copy-button.tsx'

const ignore = () => undefined

export function SecretDialog({
  title,
  secret,
  children,
  onStored,
}: {
  title: string
  /** `null` if the dialog is closed. */
  secret: string | null
  children?: ReactNode
  onStored: () => void
}) {
  const words = usePartWords()
  return (
    <Modal
      opened={secret !== null}
      onClose={ignore}
      title={title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size="lg"
      zIndex={300} // above a drawer that opens beside it
    >
      <Stack gap="md">
        <Text size="sm">{words.onlyOnce}</Text>
        <Group gap="xs" align="stretch">
          <Code block fz="sm" style={{ flex: '1 1 16rem', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {secret}
          </Code>
          <CopyButton value={secret ?? ''} label={title} h="auto" mih={36} />
        </Group>
        {children}
        <Group justify="flex-end">
          <Button onClick={onStored}>{words.stored}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
