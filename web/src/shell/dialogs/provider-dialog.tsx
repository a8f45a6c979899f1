import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { ABOVE_DIALOGS } from '../../parts/dialogs/layers.ts'
import type { Purpose } from '../../session/provider.ts'
import { usePartWords } from '../../words/common.ts'
import { ProviderLink } from '../account/provider-link.tsx'

interface Props {
  readonly opened: boolean
  readonly purpose: Purpose
  readonly words: { readonly title: string; readonly hint: string }
  readonly onClose: () => void
}

/** For users with neither a password nor a second factor here. */
export function ProviderDialog({ opened, purpose, words, onClose }: Props) {
  const parts = usePartWords()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={words.title}
      zIndex={ABOVE_DIALOGS}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <Stack gap="md">
        <Text size="sm">{words.hint}</Text>
        <ProviderLink purpose={purpose} only />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {parts.cancel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
