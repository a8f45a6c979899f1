import { Alert, Button, Group, Text } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { Link, useLocation } from 'wouter'
import { useMe } from '../session.tsx'
import { useShellWords } from '../words/common.ts'

/** On every page until there is a second factor, for roles that are asked for one. */
export function FactorReminder() {
  const { reminder: words } = useShellWords()
  const { user, secondFactor } = useMe()
  const [place] = useLocation()
  if (secondFactor !== 'asked' || user.hasSecondFactor || place.startsWith('/account')) return null
  return (
    <Alert variant="light" color="yellow" icon={<IconShieldLock size={18} aria-hidden />} py="xs" mb="md">
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ flex: '1 1 16rem' }}>
          {words.text}
        </Text>
        <Button component={Link} href="/account" size="xs" variant="default">
          {words.setUp}
        </Button>
      </Group>
    </Alert>
  )
}
