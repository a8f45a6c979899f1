import { SimpleGrid, Stack, Text } from '@mantine/core'
import { Page } from '../../../parts/page.tsx'
import { useDurationText } from '../../../parts/text/duration.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { useMay, useMe } from '../../../session/session.tsx'
import { ChannelsPanel } from '../../alerts/channels/channels.tsx'
import { SessionList } from '../session-list.tsx'
import { Card } from './card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { useAccountWords } from './words.ts'

export default function AccountPage() {
  const words = useAccountWords()
  const { user, lifetime, isViewing } = useMe()
  const hasAlerts = useMay('system.read')
  const duration = useDurationText()
  return (
    <Page title={words.title}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Stack>
          <ProfileCard />
          {user.hasPassword ? <PasswordCard /> : <PasswordElsewhere />}
        </Stack>
        <Stack>
          <SecondFactorCard />
          <Card title={words.sessions}>
            <Hint>{words.stays(duration(lifetime.idleMinutes), duration(lifetime.longestMinutes))}</Hint>
            <SessionList mayEnd />
          </Card>
        </Stack>
      </SimpleGrid>
      {hasAlerts && <ChannelsPanel of="own" mayChange={!isViewing} />}
    </Page>
  )
}

/** For users of single sign-on, who have no password here. */
function PasswordElsewhere() {
  const { password: words } = useAccountWords()
  return (
    <Card title={words.title}>
      <Text size="sm">{words.elsewhere}</Text>
    </Card>
  )
}
