import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useFields } from '../parts/forms/use-fields.ts'
import { ProblemPanel } from '../parts/problem-panel.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { useEntryWords } from '../words/common.ts'
import type { Entered } from './entered.ts'
import { isRepeated, NewPassword } from './new-password.tsx'

interface Props {
  token: string
  onEntered: (entered: Entered) => void
}

/** For who was invited, or needs a new password. */
export function WelcomeForm({ token, onEntered }: Props) {
  const words = useEntryWords()
  const look = useQuery({
    queryKey: ['link', token],
    queryFn: () => api.post<{ link: { email: string | null } }>('/links/look', { token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const form = useFields(
    { password: '', again: '' },
    ({ password }) => api.post<Entered>('/links/accept', { token, password }),
    onEntered,
  )
  if (look.isPending) return <Waiting />
  if (look.error)
    return (
      <Stack>
        <ProblemPanel error={look.error} />
        <Anchor href="/console/">{words.toLogin}</Anchor>
      </Stack>
    )
  return (
    <form onSubmit={form.onSubmit}>
      <Stack>
        <Text size="sm">{words.welcome.hint(look.data.link.email ?? '')}</Text>
        <NewPassword values={form.values} fault={form.faultOf('password')} set={form.set} />
        {form.problem && <ProblemPanel error={form.problem} />}
        <Button type="submit" loading={form.sending} disabled={!isRepeated(form.values)}>
          {words.welcome.save}
        </Button>
      </Stack>
    </form>
  )
}
