// One row, opened beside its list. It has its own address; closing returns to the list with its filters.
import { Drawer, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { tellFailure } from '../../service/failure.ts'
import { usePartWords } from '../../words/common.ts'
import { Boundary } from '../boundary.tsx'

export function DetailDrawer({
  title,
  listPath,
  opened = true,
  children,
}: {
  title: ReactNode
  listPath: string
  opened?: boolean
  children: ReactNode
}) {
  const [, go] = useLocation()
  const search = useSearch()
  const words = usePartWords()
  const close = () => {
    // Escape reaches every open dialog, so a dialog above the drawer, such as a secret, must not close with it.
    if (document.querySelectorAll('[role="dialog"]').length > 1) return
    go(`${listPath}${search && `?${search}`}`)
  }
  return (
    <Drawer
      opened={opened}
      onClose={close}
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
        <Boundary tell={tellFailure}>{children}</Boundary>
      </Stack>
    </Drawer>
  )
}
