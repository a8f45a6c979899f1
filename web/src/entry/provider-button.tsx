import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ProblemPanel } from '../parts/problem-panel.tsx'
import { api } from '../service/api.ts'
import { useEntryWords } from '../words/common.ts'

const LONGEST_PLACE = 2_000

/** Where one wanted to go, within the console. */
function wantedPlace(): string {
  const place = location.pathname.replace(/^\/console/, '') + location.search
  return /^\/(?!\/)[^\s\\]*$/.test(place) && place.length <= LONGEST_PLACE ? place : '/'
}

/** Leaves for the provider's own page. */
export function ProviderButton({ name, only }: { name: string | null; only: boolean }) {
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
        // It stays so until the browser has left.
        loading={leave.isPending || leave.isSuccess}
        onClick={() => leave.mutate()}
      >
        {name === null ? words.withOrganization : words.withProvider(name)}
      </Button>
      {leave.error && <ProblemPanel error={leave.error} />}
    </Stack>
  )
}
