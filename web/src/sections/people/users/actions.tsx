import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { User } from '../../../../../src/http/console/contract/people/people.ts'
import { ConfirmButton, DestroyButton } from '../../../parts/buttons/confirm-button.tsx'
import { notify, notifyProblem } from '../../../parts/notify.ts'
import { useProblemText } from '../../../parts/problem-panel.tsx'
import { useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { useEntry } from '../../../session/provider.ts'
import { usePeopleWords } from '../words.ts'
import type { LinkFor } from './link-dialog.tsx'
import { userState } from './mark.tsx'

export function UserActions({ user, onLink }: { user: User; onLink: (link: LinkFor) => void }) {
  const { users: words } = usePeopleWords()
  const textOf = useProblemText()
  const entry = useEntry()
  /** Signs in only through the provider, and must not get a password as a second way in. */
  const isKnownElsewhere = user.byProvider && !user.hasPassword
  const renewAll = useRenew()
  const renew = () => renewAll('/users')

  const enable = useMutation({
    mutationFn: () => api.patch(at('/users/:id', { id: user.id }), { disabled: false }),
    onSuccess: () => {
      notify(words.enabled(user.name))
      return renew()
    },
    onError: (error) => notifyProblem(textOf(error)),
  })
  const disable = async () => {
    await api.patch(at('/users/:id', { id: user.id }), { disabled: true })
    notify(words.disabled(user.name))
    await renew()
  }
  const mailLink = async () => {
    const { to } = await api.post(at('/users/:id/link/mail', { id: user.id }))
    notify(words.linkMailed(to))
  }
  const makeLink = async () => {
    const { link } = await api.post(at('/users/:id/link', { id: user.id }))
    onLink({ link, email: user.email, userId: user.id })
  }
  const resetSecondFactor = async () => {
    await api.delete(at('/users/:id/second-factor', { id: user.id }))
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
      {entry?.mailsLinks && !isKnownElsewhere && (
        <ConfirmButton
          action={words.mailLink}
          title={words.mailLinkConfirm(user.name)}
          consequence={words.mailLinkConsequence[userState(user) === 'invited' ? 'invited' : 'active'](user.email)}
          harmless
          onConfirm={mailLink}
        />
      )}
      {!isKnownElsewhere && (
        <ConfirmButton
          action={words.link}
          title={words.linkConfirm(user.name)}
          consequence={words.linkConsequence[userState(user) === 'invited' ? 'invited' : 'active']}
          harmless
          onConfirm={makeLink}
        />
      )}
      {user.hasSecondFactor && (
        <ConfirmButton
          action={words.resetSecondFactor}
          title={words.resetTitle(user.name)}
          consequence={words.resetConsequence}
          onConfirm={resetSecondFactor}
        />
      )}
      <DestroyButton
        action={words.disable}
        title={words.disableTitle(user.name)}
        consequence={words.disableConsequence}
        onConfirm={disable}
      />
    </Group>
  )
}
