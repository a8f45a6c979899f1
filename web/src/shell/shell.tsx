import { AppShell, Box, Burger, Group, NavLink } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Fragment, type ReactNode, Suspense } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { Boundary } from '../parts/boundary.tsx'
import { SimulatedBand, SimulatedShare } from '../parts/marks/simulated.tsx'
import { Hint } from '../parts/text/hint.ts'
import { Waiting } from '../parts/waiting.tsx'
import { tellFailure } from '../service/failure.ts'
import { useMe } from '../session/session.tsx'
import { useShellWords } from '../words/common.ts'
import { FactorReminder } from './account/factor-reminder.tsx'
import { UserMenu } from './account/user-menu.tsx'
import { ViewingBand } from './account/viewing-band.tsx'
import { AddressLine } from './addresses/address-line.tsx'
import { LanguageSwitch, ThemeSwitch } from './appearance.tsx'
import { Brand } from './brand.tsx'
import { Commands } from './commands/commands.tsx'
import { IdentityDialog } from './dialogs/identity-dialog.tsx'
import { SessionDialog } from './dialogs/session-dialog.tsx'
import { MENU } from './menu.ts'
import classes from './shell.module.css'

const HEADER = 56
/** Heights of the bands for a view as an organization and for simulated data. */
const VIEWING = 40
const SIMULATED = 32

export function Shell({ children }: { children: ReactNode }) {
  const words = useShellWords()
  const { network, isViewing } = useMe()
  const [opened, { toggle, close }] = useDisclosure(false)
  const height = HEADER + (isViewing ? VIEWING : 0) + (network.simulated === 'none' ? 0 : SIMULATED)
  const [place] = useLocation()
  const search = useSearch()
  return (
    <SimulatedShare value={network.simulated}>
      <AppShell
        header={{ height }}
        navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
        padding={{ base: 'sm', sm: 'lg' }}
        transitionDuration={0}
      >
        <AppShell.Header>
          <a href="#content" className={classes.skip}>
            {words.skip}
          </a>
          <ViewingBand />
          <SimulatedBand />
          <Group h={HEADER} px="md" justify="space-between" wrap="nowrap" gap="xs">
            <Group gap="sm" wrap="nowrap" miw={0}>
              <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={words.menu} />
              <Brand name={network.name} />
            </Group>
            <Group gap={4} wrap="nowrap">
              <Commands />
              <LanguageSwitch />
              <ThemeSwitch />
              <UserMenu />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="sm" aria-label={words.sections}>
          <Sections onGo={close} />
        </AppShell.Navbar>
        <AppShell.Main id="content">
          <Box maw={1440} mx="auto">
            <AddressLine />
            <FactorReminder />
            <Boundary place={`${place}?${search}`} tell={tellFailure}>
              <Suspense fallback={<Waiting />}>{children}</Suspense>
            </Boundary>
          </Box>
        </AppShell.Main>
        <IdentityDialog />
        <SessionDialog />
      </AppShell>
    </SimulatedShare>
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
          <Hint size="xs" fw={500} px="sm" pt="md" pb={4}>
            {words[group]}
          </Hint>
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
