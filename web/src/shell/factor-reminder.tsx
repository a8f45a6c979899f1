import { Button, Group, Paper, Text } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { Link, useLocation } from 'wouter'
import { useMe } from '../session/session.tsx'
import { useShellWords } from '../words/common.ts'

/** A notice on every page for users whose role should have a second factor and who have none. */
export function FactorReminder() {
  const { reminder: words } = useShellWords()
  const { user, secondFactor } = useMe()
  const [place] = useLocation()
  if (secondFactor !== 'asked' || user.hasSecondFactor || place.startsWith('/account')) return null
  return (
    <Paper withBorder px="md" py="xs" mb="md" role="status">
      <Group gap="sm" wrap="nowrap">
        <IconShieldLock size={20} aria-hidden color="var(--mark-poor)" style={{ flexShrink: 0 }} />
        <Group justify="space-between" gap="xs" style={{ flex: 1 }}>
          <Text size="sm" style={{ flex: '1 1 16rem' }}>
            {words.text}
          </Text>
          <Button component={Link} href="/account" size="xs" variant="default">
            {words.setUp}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}
