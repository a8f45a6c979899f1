import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { Confirm } from '../../../parts/dialogs/confirm.tsx'
import { notify, notifyProblem } from '../../../parts/notify.ts'
import { useProblemText } from '../../../parts/problem-panel.tsx'
import { type LoginLink, type User, userState } from '../types.ts'
import { usePeopleWords } from '../words.ts'
import type { LinkFor } from './link-dialog.tsx'

/** Help back in, let nobody in any more, and the way back from that. */
export function UserActions({ user, onLink }: { user: User; onLink: (link: LinkFor) => void }) {
  const { users: words } = usePeopleWords()
  const textOf = useProblemText()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'link' | 'disable' | 'reset' | null>(null)
  const close = () => setAsked(null)
  const renew = () => queries.invalidateQueries({ predicate: ({ queryKey }) => isOfUsers(queryKey[0]) })

  const enable = useMutation({
    mutationFn: () => api.patch(`/users/${user.id}`, { disabled: false }),
    onSuccess: () => {
      notify(words.enabled(user.name))
      return renew()
    },
    onError: (error) => notifyProblem(textOf(error)),
  })
  const disable = async () => {
    await api.patch(`/users/${user.id}`, { disabled: true })
    notify(words.disabled(user.name))
    await renew()
  }
  const makeLink = async () => {
    const { link } = await api.post<{ link: LoginLink }>(`/users/${user.id}/link`)
    onLink({ link, email: user.email, userId: user.id })
  }
  const resetSecondFactor = async () => {
    await api.delete(`/users/${user.id}/second-factor`)
    notify(words.resetDone)
    await renew()
  }

  if (user.disabled)
    return (
      <Button loading={enable.isPending} onClick={() => enable.mutate()} style={{ alignSelf: 'flex-start' }}>
        {words.enable}
      </Button>
    )
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => setAsked('link')}>
        {words.link}
      </Button>
      {user.hasSecondFactor && (
        <Button variant="default" onClick={() => setAsked('reset')}>
          {words.resetSecondFactor}
        </Button>
      )}
      <Button color="red.9" variant="outline" onClick={() => setAsked('disable')}>
        {words.disable}
      </Button>
      <Confirm
        opened={asked === 'link'}
        title={words.linkConfirm(user.name)}
        consequence={words.linkConsequence[userState(user) === 'invited' ? 'invited' : 'active']}
        action={words.link}
        harmless
        onConfirm={makeLink}
        onClose={close}
      />
      <Confirm
        opened={asked === 'reset'}
        title={words.resetTitle(user.name)}
        consequence={words.resetConsequence}
        action={words.resetSecondFactor}
        onConfirm={resetSecondFactor}
        onClose={close}
      />
      <Confirm
        opened={asked === 'disable'}
        title={words.disableTitle(user.name)}
        consequence={words.disableConsequence}
        action={words.disable}
        onConfirm={disable}
        onClose={close}
      />
    </Group>
  )
}

/** The list, the user, and the sessions. */
const isOfUsers = (key: unknown) => typeof key === 'string' && key.startsWith('/users')
