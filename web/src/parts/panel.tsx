import { Paper, Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id} miw={0}>
      <Stack gap="sm">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  )
}
