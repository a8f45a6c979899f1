import { Button, type ButtonProps } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { usePartWords } from '../words/common.ts'

/** Says that it worked. `label` names what is copied, for who cannot see what stands beside it. */
export function CopyButton({ value, label, ...rest }: { value: string; label?: string } & ButtonProps) {
  const { copied, copy } = useClipboard({ timeout: 2_000 })
  const words = usePartWords()
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={label && `${words.copy}: ${label}`}
      leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      onClick={() => copy(value)}
      {...rest}
    >
      <span aria-live="polite">{copied ? words.copied : words.copy}</span>
    </Button>
  )
}
