import { SimpleGrid, Stack } from '@mantine/core'
import { Page } from '../../parts/page.tsx'
import { SessionList } from '../people/session-list.tsx'
import { Card } from './card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { useAccountWords } from './words.ts'

export default function AccountPage() {
  const words = useAccountWords()
  return (
    <Page title={words.title}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Stack>
          <ProfileCard />
          <PasswordCard />
        </Stack>
        <Stack>
          <SecondFactorCard />
          <Card title={words.sessions}>
            <SessionList mayEnd />
          </Card>
        </Stack>
      </SimpleGrid>
    </Page>
  )
}
