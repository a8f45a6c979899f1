import { Container, Group } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import type { About } from '../../../src/http/public/contract.ts'
import { SimulatedBand, SimulatedShare } from '../parts/marks/simulated.tsx'
import { LanguageSwitch, ThemeSwitch } from '../shell/appearance.tsx'
import { Brand } from '../shell/brand.tsx'
import classes from './frame.module.css'

/** The frame of a public page: the network's brand, and a note if its data is simulated. */
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
    <SimulatedShare value={network?.simulated ?? 'none'}>
      <header className={classes.head}>
        <SimulatedBand />
        <Container size="lg">
          <Group h={56} justify="space-between" wrap="nowrap" gap="xs">
            <a href="/" className={classes.home}>
              <Brand name={network?.name ?? ''} />
            </a>
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
    </SimulatedShare>
  )
}
