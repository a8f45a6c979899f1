// A form with its fields, the submit button and the problems that no field shows.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePartWords } from '../../words/common.ts'
import { ProblemPanel } from '../problem-panel.tsx'
import { Hint } from '../text/hint.ts'
import classes from './form.module.css'
import type { DrawnForm } from './use-fields.ts'

interface FormProps {
  readonly form: DrawnForm
  /** Label of the submit button. */
  readonly action: string
  /** False if something is missing that no field can report. The button stays enabled, and shows the problem. */
  readonly complete?: boolean
  /** False if there is nothing to save, which is stated beside the button. */
  readonly changed?: boolean
  readonly children: ReactNode
}

/** `summary`: what will happen, beside the button; both stay in view. */
export function Form({
  form,
  action,
  complete = true,
  changed = true,
  children,
  narrow = false,
  summary,
}: FormProps & { narrow?: boolean; summary?: ReactNode }) {
  const button = (
    <Button type="submit" loading={form.sending} disabled={!changed}>
      {action}
    </Button>
  )
  return (
    <form onSubmit={(event) => form.onSubmit(event, complete)} noValidate>
      <Stack>
        {children}
        {form.problem && <ProblemPanel error={form.problem} />}
        {form.incomplete && <Incomplete />}
        {summary ? (
          <div className={classes.foot}>
            <div className={classes.summary}>{summary}</div>
            {button}
          </div>
        ) : narrow || !changed ? (
          <Group gap="sm">
            {button}
            {!changed && <Unchanged />}
          </Group>
        ) : (
          button
        )}
      </Stack>
    </form>
  )
}

function Incomplete() {
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {usePartWords().incomplete}
    </Text>
  )
}

/** Explains why the button is disabled. */
export function Unchanged() {
  return <Hint>{usePartWords().unchanged}</Hint>
}

interface DialogProps extends Omit<FormProps, 'changed'> {
  readonly opened: boolean
  readonly title: string
  readonly destructive?: boolean
  /** A click outside closes the dialog. */
  readonly light?: boolean
  /** Needed if the dialog can open above another dialog. */
  readonly zIndex?: number
  readonly onClose: () => void
}

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
      <form onSubmit={(event) => form.onSubmit(event, complete)} noValidate>
        <Stack gap="md">
          {children}
          {form.problem && <ProblemPanel error={form.problem} />}
          {form.incomplete && <Incomplete />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" color={destructive ? 'red.9' : undefined} loading={form.sending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
