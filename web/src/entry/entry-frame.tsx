import { Center, Group, Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { LanguageSwitch, ThemeSwitch } from '../shell/appearance.tsx'
import { Logo } from '../shell/brand.tsx'

/** The centred box of the pages that are shown before sign-in. */
export function EntryFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={440}>
        <Stack gap="lg">
          <Group justify="space-between" wrap="nowrap">
            <Logo name="Vértice" />
            <Group gap={4}>
              <LanguageSwitch />
              <ThemeSwitch />
            </Group>
          </Group>
          <Title order={1} size="h2">
            {title}
          </Title>
          {children}
        </Stack>
      </Paper>
    </Center>
  )
}
