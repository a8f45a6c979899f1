// One row, opened beside its list. It has an address of its own; closing goes back to the list with its filters.
import { Drawer, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { usePartWords } from '../words/common.ts'

export function DetailDrawer({
  title,
  listPath,
  opened = true,
  children,
}: {
  title: ReactNode
  /** Where closing leads. */
  listPath: string
  opened?: boolean
  children: ReactNode
}) {
  const [, go] = useLocation()
  const search = useSearch()
  const words = usePartWords()
  return (
    <Drawer
      opened={opened}
      onClose={() => go(`${listPath}${search && `?${search}`}`)}
      position="right"
      size="min(100vw, 44rem)"
      title={
        <Title order={2} size="h3" component="span">
          {title}
        </Title>
      }
      closeButtonProps={{ 'aria-label': words.close }}
      transitionProps={{ duration: 100 }}
    >
      <Stack gap="md" pb="xl">
        {children}
      </Stack>
    </Drawer>
  )
}
