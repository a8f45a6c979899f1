import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconBook, IconLogout, IconUser } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useMe } from '../../session/session.tsx'
import { useShellWords } from '../../words/common.ts'
import classes from '../shell.module.css'
import { useSignOut } from './use-sign-out.ts'

export function UserMenu() {
  const words = useShellWords()
  const { user, version, isViewing } = useMe()
  const signOut = useSignOut()
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="transparent" size="lg" aria-label={user.name}>
          {/* Hidden from screen readers, which read the full name. */}
          <span className={classes.initials} data-initials={initialsOf(user.name)} />
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
        {!isViewing && (
          <Menu.Item component={Link} href="/account" leftSection={<IconUser size={16} aria-hidden />}>
            {words.account}
          </Menu.Item>
        )}
        <Menu.Item component="a" href="/docs" target="_blank" leftSection={<IconBook size={16} aria-hidden />}>
          {words.reference}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
          {words.signOut}
        </Menu.Item>
        <Menu.Label>Vértice {version}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Initials of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
  const [first = ''] = words
  const last = words.length > 1 ? words.at(-1)! : ''
  return ([...first].slice(0, 1).join('') + [...last].slice(0, 1).join('')).toUpperCase()
}
