import { Box, Group, Text } from '@mantine/core'
import classes from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'

/** Preformatted text. Long lines scroll inside the box. `copied`: what the button copies, if it is not the text. */
export function CodeBlock({ label, text, copied = text }: { label: string; text: string; copied?: string }) {
  return (
    <Box>
      <Group justify="space-between" mb={4} gap="xs">
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        {text && <CopyButton value={copied} label={label} />}
      </Group>
      {/* Focusable, so that it scrolls without a mouse. */}
      <Box component="pre" className={classes.block ?? ''} tabIndex={0} role="region" aria-label={label}>
        {text || '—'}
      </Box>
    </Box>
  )
}
