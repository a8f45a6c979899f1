// Actions on an issued credential: renew, suspend and edit as buttons; a new password and revocation in a menu.
import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey, IconTrash } from '@tabler/icons-react'
import type { Credential, Secrets } from '../../../../../src/http/console/contract/credentials/credentials.ts'
import { MoreMenu } from '../../../parts/buttons/more-menu.tsx'
import { Confirm } from '../../../parts/dialogs/confirm.tsx'
import { notify } from '../../../parts/notify.ts'
import { useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { KIND_ICONS, kindsFor } from '../bulk/row-menu.tsx'
import type { ChangeKind } from '../bulk/target.ts'
import { useBulkWords } from '../bulk/words.ts'
import { useCredentialWords } from '../words.ts'

interface Props {
  readonly credential: Credential
  readonly ask: (kind: ChangeKind) => void
  readonly onSecrets: (secrets: Secrets) => void
}

export function Changes({ credential, ask, onSecrets }: Props) {
  const words = useCredentialWords()
  const bulk = useBulkWords()
  const renew = useRenew()
  const [asksPassword, { open, close }] = useDisclosure(false)
  const { id, username, state, connected } = credential
  if (state === 'revoked') return null
  const newPassword = async () => {
    onSecrets(await api.post(at('/credentials/:id/password', { id })))
    notify(words.newPasswordDone(username))
    await renew('/credentials')
  }
  const kinds = kindsFor(credential)
  return (
    <>
      {kinds
        .filter((kind) => kind !== 'revoke')
        .map((kind) => {
          const Icon = KIND_ICONS[kind]
          return (
            <Button
              key={kind}
              size="xs"
              variant={kind === 'renew' ? 'filled' : 'default'}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => ask(kind)}
            >
              {bulk.kinds[kind]}
            </Button>
          )
        })}
      <MoreMenu>
        <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={open}>
          {words.newPassword}
        </Menu.Item>
        {kinds.includes('revoke') && (
          <Menu.Item color="red.9" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => ask('revoke')}>
            {bulk.kinds.revoke}
          </Menu.Item>
        )}
      </MoreMenu>
      <Confirm
        opened={asksPassword}
        title={words.newPasswordTitle(username)}
        consequence={words.newPasswordConsequence(connected)}
        action={words.newPassword}
        onConfirm={newPassword}
        onClose={close}
      />
    </>
  )
}
