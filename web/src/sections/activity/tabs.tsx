import { Button, Group } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useActivityWords } from './words.ts'

export function ActivityTabs() {
  const words = useActivityWords()
  const [place] = useLocation()
  return (
    <Group gap={4} role="navigation" aria-label={words.sections}>
      {(['sessions', 'refusals'] as const).map((name) => {
        const here = place === `/activity/${name}`
        return (
          <Button
            key={name}
            component={Link}
            href={`/activity/${name}`}
            size="compact-md"
            variant={here ? 'light' : 'subtle'}
            aria-current={here ? 'page' : undefined}
          >
            {words.tabs[name]}
          </Button>
        )
      })}
    </Group>
  )
}
