// The frame of the console: where one is, whose network it is, who one is.
import { AppShell, Box, Burger, Group, Image, NavLink, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Fragment, type ReactNode, Suspense } from 'react'
import { Link, useLocation } from 'wouter'
import { Simulated } from '../parts/text/simulated.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { useMe } from '../session.tsx'
import { useShellWords } from '../words/common.ts'
import { LanguageSwitch, ThemeSwitch } from './appearance.tsx'
import { FactorReminder } from './factor-reminder.tsx'
import { IdentityDialog } from './identity-dialog.tsx'
import { MENU } from './menu.ts'
import classes from './shell.module.css'
import { UserMenu } from './user-menu.tsx'

export function Shell({ children }: { children: ReactNode }) {
  const words = useShellWords()
  const { network } = useMe()
  const [opened, { toggle, close }] = useDisclosure(false)
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'sm', sm: 'lg' }}
      transitionDuration={0}
    >
      <AppShell.Header>
        <a href="#content" className={classes.skip}>
          {words.skip}
        </a>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={words.menu} />
            <Image src="/assets/icon.svg" alt="" w={28} h={28} visibleFrom="xs" />
            <Text fw={600} truncate title={network.name}>
              {network.name}
            </Text>
            {network.simulated && <Simulated />}
          </Group>
          <Group gap={4} wrap="nowrap">
            <LanguageSwitch />
            <ThemeSwitch />
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={words.sections}>
        <Sections onGo={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content">
        <Box maw={1440} mx="auto">
          <FactorReminder />
          <Suspense fallback={<Waiting />}>{children}</Suspense>
        </Box>
      </AppShell.Main>
      <IdentityDialog />
    </AppShell>
  )
}

function Sections({ onGo }: { onGo: () => void }) {
  const words = useShellWords()
  const { permissions } = useMe()
  const [place] = useLocation()
  const shown = MENU.filter(({ needs }) => permissions.includes(needs))
  return shown.map((entry, index) => {
    const { word, path, icon: Icon } = entry
    const group = 'group' in entry ? entry.group : null
    const before = shown[index - 1]
    const isFirstOfGroup = group !== null && (!before || !('group' in before) || before.group !== group)
    const here = path === '/' ? place === '/' : place.startsWith(path)
    return (
      <Fragment key={path}>
        {isFirstOfGroup && (
          <Text size="xs" c="dimmed" px="sm" pt="sm" pb={4}>
            {words[group]}
          </Text>
        )}
        <NavLink
          component={Link}
          href={path}
          label={words[word]}
          leftSection={<Icon size={18} aria-hidden />}
          active={here}
          aria-current={here ? 'page' : undefined}
          onClick={onGo}
          className={classes.entry ?? ''}
        />
      </Fragment>
    )
  })
}
