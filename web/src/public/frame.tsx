import { Container, Group, Image, Text } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import type { About } from '../../../src/visitors/contract.ts'
import { Simulated } from '../parts/text/simulated.tsx'
import { LanguageSwitch, ThemeSwitch } from '../shell/appearance.tsx'
import classes from './frame.module.css'

/** The head of a public page: whose network it is, and whether it is real. */
export function Frame({
  network,
  title,
  children,
}: {
  network: About['network'] | undefined
  title: string
  children: ReactNode
}) {
  useEffect(() => {
    document.title = network ? `${title} · ${network.name}` : title
  }, [title, network])
  return (
    <>
      <header className={classes.head}>
        <Container size="lg">
          <Group h={56} justify="space-between" wrap="nowrap" gap="xs">
            <Group gap="sm" wrap="nowrap" miw={0}>
              <a href="/" className={classes.home}>
                <Image src="/assets/icon.svg" alt="" w={28} h={28} />
                <Text fw={600} truncate>
                  {network?.name}
                </Text>
              </a>
              {network?.simulated && <Simulated />}
            </Group>
            <Group gap={4} wrap="nowrap">
              <LanguageSwitch />
              <ThemeSwitch />
            </Group>
          </Group>
        </Container>
      </header>
      <Container size="lg" py="lg" component="main">
        {children}
      </Container>
    </>
  )
}
