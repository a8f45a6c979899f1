import { Box, Group, Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { Hint } from './text/hint.ts'

export function Page({
  title,
  hint,
  actions,
  children,
}: {
  title: string
  hint?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Vértice`
  }, [title])
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        {/* A long hint wraps before the actions do. */}
        <Box style={{ flex: '1 1 16rem' }}>
          <Title order={1} size="h2">
            {title}
          </Title>
          {hint && <Hint>{hint}</Hint>}
        </Box>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
