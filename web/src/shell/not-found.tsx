import { Button, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { Page } from '../parts/page.tsx'
import { useShellWords } from '../words/common.ts'

export function NotFound() {
  const words = useShellWords()
  return (
    <Page title={words.notFound}>
      <Stack align="flex-start">
        <Text>{words.notFoundHint}</Text>
        <Button component={Link} href="/">
          {words.home}
        </Button>
      </Stack>
    </Page>
  )
}
