import { Box, Group } from '@mantine/core'
import { Hint } from '../hint.ts'
import classes from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'

/** Preformatted text. Long lines scroll inside the box. `copied`: what the button copies, if it is not the text. */
export function CodeBlock({ label, text, copied = text }: { label: string; text: string; copied?: string }) {
  return (
    <Box>
      <Group justify="space-between" mb={4} gap="xs">
        <Hint>{label}</Hint>
        {text && <CopyButton value={copied} label={label} />}
      </Group>
      {/* Focusable, so that it scrolls without a mouse. */}
      <Box component="pre" className={classes.block ?? ''} tabIndex={0} role="region" aria-label={label}>
        {text || '—'}
      </Box>
    </Box>
  )
}
