// Shows a secret that is shown only once. Only the confirmation that it is stored closes the dialog.
import { Button, Checkbox, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { usePartWords } from '../../words/common.ts'
import { CopyButton } from '../text/copy-button.tsx'

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
  const [stored, setStored] = useState(false)
  const [asked, setAsked] = useState(false)
  const close = () => {
    if (!stored) return setAsked(true)
    setStored(false)
    setAsked(false)
    onStored()
  }
  return (
    <Modal
      opened={secret !== null}
      onClose={close}
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
        <Checkbox
          checked={stored}
          onChange={(event) => setStored(event.currentTarget.checked)}
          label={words.stored}
          error={asked && !stored ? words.storedFirst : undefined}
        />
        <Group justify="flex-end">
          <Button onClick={close}>{words.close}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
