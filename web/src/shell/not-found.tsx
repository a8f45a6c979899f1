import { Button, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { Page } from '../parts/page.tsx'
import { useShellWords } from '../words/common.ts'

export function NotFound() {
  const words = useShellWords()
  return <WayHome title={words.notFound} hint={words.notFoundHint} />
}

/** A page that exists, but not for the user's role. */
export function NoAccess({ title }: { title: string }) {
  return <WayHome title={title} hint={useShellWords().noAccess} />
}

function WayHome({ title, hint }: { title: string; hint: string }) {
  const words = useShellWords()
  return (
    <Page title={title}>
      <Stack align="flex-start">
        <Text>{hint}</Text>
        <Button component={Link} href="/">
          {words.home}
        </Button>
      </Stack>
    </Page>
  )
}
