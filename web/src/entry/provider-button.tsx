import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ProblemPanel } from '../parts/problem-panel.tsx'
import { api } from '../service/api.ts'
import { useEntryWords } from '../words/common.ts'

const LONGEST_PLACE = 2_000

/** The console page that the user wanted to open, to return to after sign-in. */
function wantedPlace(): string {
  const place = location.pathname.replace(/^\/console/, '') + location.search
  return /^\/(?!\/)[^\s\\]*$/.test(place) && place.length <= LONGEST_PLACE ? place : '/'
}

/** Redirects the browser to the sign-in page of the identity provider. */
export function ProviderButton({ only }: { only: boolean }) {
  const { login: words } = useEntryWords()
  const leave = useMutation({
    mutationFn: () => api.post('/sso/begin', { to: wantedPlace() }),
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <Stack gap="xs">
      <Button
        variant={only ? 'filled' : 'default'}
        fullWidth
        // Keeps the spinner until the browser has navigated away.
        loading={leave.isPending || leave.isSuccess}
        onClick={() => leave.mutate()}
      >
        {words.withOrganization}
      </Button>
      {leave.error && <ProblemPanel error={leave.error} />}
    </Stack>
  )
}
