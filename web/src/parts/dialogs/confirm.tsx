// The confirmation before a destructive action: it names the object and the consequence, and keeps an error in view.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePartWords } from '../../words/common.ts'
import { ProblemPanel } from '../problem-panel.tsx'
import { ABOVE_DRAWERS } from './layers.ts'

export function Confirm({
  opened,
  title,
  consequence,
  action,
  harmless = false,
  onConfirm,
  onClose,
}: {
  opened: boolean
  title: string
  consequence: ReactNode
  /** Label of the button: the action, not "OK". */
  action: string
  harmless?: boolean
  onConfirm: () => Promise<unknown>
  onClose: () => void
}) {
  const words = usePartWords()
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: onConfirm, onSuccess: () => close() })
  const close = () => {
    reset()
    onClose()
  }
  return (
    <Modal
      zIndex={ABOVE_DRAWERS}
      opened={opened}
      onClose={close}
      title={title}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stack gap="md">
        <Text size="sm" component="div">
          {consequence}
        </Text>
        {error && <ProblemPanel error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            {words.cancel}
          </Button>
          <Button color={harmless ? undefined : 'red.9'} loading={isPending} onClick={() => mutate()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
