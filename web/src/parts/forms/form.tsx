// A form around its fields: what is wrong and no field shows, and the button that sends it.
import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePartWords } from '../../words/common.ts'
import { ProblemPanel } from '../problem-panel.tsx'
import type { DrawnForm } from './use-fields.ts'

interface FormProps {
  readonly form: DrawnForm
  /** The words of the button. */
  readonly action: string
  /** Everything is there that the service will ask for. */
  readonly complete?: boolean
  readonly children: ReactNode
}

export function Form({ form, action, complete = true, children, narrow = false }: FormProps & { narrow?: boolean }) {
  return (
    <form onSubmit={form.onSubmit}>
      <Stack>
        {children}
        {form.problem && <ProblemPanel error={form.problem} />}
        <Button
          type="submit"
          loading={form.sending}
          disabled={!complete}
          style={narrow ? { alignSelf: 'flex-start' } : undefined}
        >
          {action}
        </Button>
      </Stack>
    </form>
  )
}

interface DialogProps extends FormProps {
  readonly opened: boolean
  readonly title: string
  readonly destructive?: boolean
  /** A click beside it closes it. */
  readonly light?: boolean
  /** If it may come up above another dialog. */
  readonly zIndex?: number
  readonly onClose: () => void
}

/** The same above the page, with a way out. */
export function FormDialog({
  form,
  action,
  complete = true,
  children,
  opened,
  title,
  destructive = false,
  light = true,
  zIndex,
  onClose,
}: DialogProps) {
  const words = usePartWords()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeOnClickOutside={light}
      closeButtonProps={{ 'aria-label': words.close }}
      {...(zIndex !== undefined && { zIndex })}
    >
      <form onSubmit={form.onSubmit}>
        <Stack gap="md">
          {children}
          {form.problem && <ProblemPanel error={form.problem} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" color={destructive ? 'red.9' : undefined} loading={form.sending} disabled={!complete}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
