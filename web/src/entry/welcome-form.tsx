import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Entered } from '../../../src/http/console/contract/people/people.ts'
import { Form } from '../parts/forms/form.tsx'
import { useFields } from '../parts/forms/use-fields.ts'
import { ProblemPanel } from '../parts/problem-panel.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { api } from '../service/api.ts'
import { useEntryWords } from '../words/common.ts'
import { NewPassword } from './new-password.tsx'

interface Props {
  token: string
  onEntered: (entered: Entered) => void
}

/** Lets an invited user, or a user with a reset link, choose a password. */
export function WelcomeForm({ token, onEntered }: Props) {
  const words = useEntryWords()
  const look = useQuery({
    queryKey: ['link', token],
    queryFn: () => api.post('/links/look', { token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const form = useFields({ password: '' }, ({ password }) => api.post('/links/accept', { token, password }), onEntered)
  if (look.isPending) return <Waiting />
  if (look.error)
    return (
      <Stack>
        <ProblemPanel error={look.error} />
        <Anchor href="/console/">{words.toLogin}</Anchor>
      </Stack>
    )
  return (
    <Form form={form} action={words.welcome.save}>
      <Text size="sm">{words.welcome.hint(look.data.link.email ?? '')}</Text>
      <NewPassword field={form.text('password')} />
    </Form>
  )
}
