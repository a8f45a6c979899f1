import { Button, CloseButton, Group, Paper, Text } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { IconShieldLock } from '@tabler/icons-react'
import { Link, useLocation } from 'wouter'
import { useMe } from '../../session/session.tsx'
import { useShellWords } from '../../words/common.ts'

/** A notice for users whose role should have a second factor and who have none; once per session of the browser. */
export function FactorReminder() {
  const { reminder: words } = useShellWords()
  const { user, secondFactor, isViewing } = useMe()
  const [place] = useLocation()
  const [isClosed, setClosed] = useSessionStorage({ key: 'vertice-factor-reminder-closed', defaultValue: false })
  if (isClosed || isViewing || secondFactor !== 'asked' || user.hasSecondFactor || place.startsWith('/account'))
    return null
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
        <CloseButton size="sm" aria-label={words.close} title={words.close} onClick={() => setClosed(true)} />
      </Group>
    </Paper>
  )
}
