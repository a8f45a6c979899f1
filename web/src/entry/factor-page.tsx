// Shown when the user's role requires a second factor that is not set up yet. Nothing else works until it is.
import { Button, Stack, Text } from '@mantine/core'
import { SetUpSecondFactor } from '../sections/people/account/set-up-second-factor.tsx'
import { useMe } from '../session/session.tsx'
import { useSignOut } from '../shell/account/use-sign-out.ts'
import { useEntryWords, useShellWords } from '../words/common.ts'
import { EntryFrame } from './entry-frame.tsx'

export function FactorPage({ onDone }: { onDone: () => void }) {
  const { factor: words } = useEntryWords()
  const { signOut } = useShellWords()
  const { user } = useMe()
  const leave = useSignOut()
  return (
    <EntryFrame title={words.title}>
      <Stack>
        <Text size="sm">{words.why(user.email)}</Text>
        <Text size="sm">{words.how}</Text>
        <SetUpSecondFactor shown onDone={onDone} />
        <Button variant="subtle" onClick={leave}>
          {signOut}
        </Button>
      </Stack>
    </EntryFrame>
  )
}
