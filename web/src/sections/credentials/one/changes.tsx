// Actions on an issued credential: renew, suspend, edit, change the password, revoke.
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { Credential, Secrets } from '../../../../../src/http/console/contract/credentials/credentials.ts'
import { ConfirmButton } from '../../../parts/buttons/confirm-button.tsx'
import { notify } from '../../../parts/notify.ts'
import { useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { ChangeDialog } from '../bulk/dialogs.tsx'
import { KIND_ICONS, kindsFor } from '../bulk/row-menu.tsx'
import type { ChangeKind } from '../bulk/target.ts'
import { useBulkWords } from '../bulk/words.ts'
import { useCredentialWords } from '../words.ts'

interface Props {
  readonly credential: Credential
  readonly onSecrets: (secrets: Secrets) => void
}

export function Changes({ credential, onSecrets }: Props) {
  const words = useCredentialWords()
  const bulk = useBulkWords()
  const mayChange = useMay('credentials.change')
  const renew = useRenew()
  const [kind, setKind] = useState<ChangeKind | null>(null)
  const { id, username, state, connected } = credential
  if (!mayChange || state === 'revoked') return null
  const newPassword = async () => {
    onSecrets(await api.post(at('/credentials/:id/password', { id })))
    notify(words.newPasswordDone(username))
    await renew('/credentials')
  }
  const button = (each: ChangeKind) => {
    const Icon = KIND_ICONS[each]
    return (
      <Button
        key={each}
        variant={each === 'revoke' ? 'outline' : 'default'}
        color={each === 'revoke' ? 'red.9' : undefined}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => setKind(each)}
      >
        {bulk.kinds[each]}
      </Button>
    )
  }
  const kinds = kindsFor(credential)
  return (
    <Group gap="xs">
      {kinds.filter((each) => each !== 'revoke').map(button)}
      <ConfirmButton
        action={words.newPassword}
        title={words.newPasswordTitle(username)}
        consequence={words.newPasswordConsequence(connected)}
        onConfirm={newPassword}
      />
      {kinds.includes('revoke') && button('revoke')}
      {kind && (
        <ChangeDialog
          asked={{ kind, target: { one: credential } }}
          onStarted={() => {}}
          onClose={() => setKind(null)}
        />
      )}
    </Group>
  )
}
