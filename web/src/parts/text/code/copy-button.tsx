import { Button, type ButtonProps } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { usePartWords } from '../../../words/common.ts'

interface Props extends ButtonProps {
  readonly value: string
  readonly label?: string
  /** Replaces "Copy" where that would be ambiguous. */
  readonly text?: string
}

/** Confirms that the value was copied. `label` names the value for screen readers. */
export function CopyButton({ value, label, text, ...rest }: Props) {
  const { copied, copy } = useClipboard({ timeout: 2_000 })
  const words = usePartWords()
  return (
    <Button
      size="compact-sm"
      flex="none"
      variant="default"
      aria-label={label && `${words.copy}: ${label}`}
      leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      onClick={() => copy(value)}
      {...rest}
    >
      <span aria-live="polite">{copied ? words.copied : (text ?? words.copy)}</span>
    </Button>
  )
}
