import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconActivity, IconBook, IconMap, IconSettings, IconShoppingCart } from '@tabler/icons-react'
import { ProblemPanel } from '../parts/problem-panel.tsx'
import { Hint } from '../parts/text/hint.ts'
import { Waiting } from '../parts/waiting.tsx'
import classes from './frame.module.css'
import { Frame } from './frame.tsx'
import { useAbout, usePublicWords } from './state.ts'

export function HomePage() {
  const { home: words } = usePublicWords()
  const { data: about, error, refetch } = useAbout()
  const ways = [
    { href: '/shop', icon: IconShoppingCart, title: words.shop, hint: words.shopHint, open: about?.shop },
    { href: '/status', icon: IconActivity, title: words.status, hint: words.statusHint, open: about?.statusPage },
    { href: '/coverage', icon: IconMap, title: words.coverage, hint: words.coverageHint, open: about?.coveragePage },
    { href: '/docs', icon: IconBook, title: words.reference, hint: words.referenceHint, open: true },
    { href: '/console/', icon: IconSettings, title: words.console, hint: words.consoleHint, open: true },
  ]
  const title = about ? words.title(about.network.name) : ''
  return (
    <Frame network={about?.network} title={title}>
      {error && <ProblemPanel error={error} again={refetch} />}
      {about ? (
        <Stack gap="lg" py="xl">
          <Stack gap={4}>
            <Title order={1}>{title}</Title>
            <Text c="dimmed">{words.hint}</Text>
          </Stack>
          <SimpleGrid cols={{ base: 1, sm: about.shop ? 2 : 3 }}>
            {ways
              .filter(({ open }) => open)
              .map(({ href, icon: Icon, title, hint }) => (
                <Paper key={href} component="a" href={href} withBorder p="lg" className={classes.card ?? ''}>
                  <Stack gap="xs">
                    <Icon aria-hidden />
                    <Text fw={600}>{title}</Text>
                    <Hint>{hint}</Hint>
                  </Stack>
                </Paper>
              ))}
          </SimpleGrid>
        </Stack>
      ) : (
        !error && <Waiting />
      )}
    </Frame>
  )
}
