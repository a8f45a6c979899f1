import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconBook, IconLogout, IconUser } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api } from '../api.ts'
import { useMe } from '../session.tsx'
import { useShellWords } from '../words/common.ts'

export function UserMenu() {
  const words = useShellWords()
  const { user, version } = useMe()
  const queries = useQueryClient()
  const leave = useMutation({
    mutationFn: () => api.post('/logout'),
    // Nothing that was seen may be left for whoever comes next.
    onSettled: () => {
      queries.clear()
      location.assign('/console/')
    },
  })
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={user.name}>
          <IconUser size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600}>
            {user.name}
          </Text>
          <Text size="xs">{user.email}</Text>
          <Text size="xs">
            {words.roles[user.role]}
            {user.ownerName && ` · ${user.ownerName}`}
          </Text>
        </Menu.Label>
        <Menu.Item component={Link} href="/account" leftSection={<IconUser size={16} aria-hidden />}>
          {words.account}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank" leftSection={<IconBook size={16} aria-hidden />}>
          {words.reference}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => leave.mutate()}>
          {words.signOut}
        </Menu.Item>
        <Menu.Label>Vértice {version}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}
