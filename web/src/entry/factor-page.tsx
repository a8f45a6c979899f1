// For somebody whose role needs a second factor and who has none yet: nothing else works until it is set up.
import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { SetUpSecondFactor } from '../sections/account/set-up-second-factor.tsx'
import { useMe } from '../session.tsx'
import { useEntryWords, useShellWords } from '../words/common.ts'
import { EntryFrame } from './entry-frame.tsx'

export function FactorPage({ onDone }: { onDone: () => void }) {
  const { factor: words } = useEntryWords()
  const { signOut } = useShellWords()
  const { user } = useMe()
  const queries = useQueryClient()
  const leave = useMutation({
    mutationFn: () => api.post('/logout'),
    onSettled: () => {
      queries.clear()
      location.assign('/console/')
    },
  })
  return (
    <EntryFrame title={words.title}>
      <Stack>
        <Text size="sm">{words.why(user.email)}</Text>
        <Text size="sm">{words.how}</Text>
        <SetUpSecondFactor shown onDone={onDone} />
        <Button variant="subtle" onClick={() => leave.mutate()}>
          {signOut}
        </Button>
      </Stack>
    </EntryFrame>
  )
}
