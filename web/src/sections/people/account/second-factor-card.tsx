import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { SecretDialog } from '../../../parts/dialogs/secret-dialog.tsx'
import { notify } from '../../../parts/notify.ts'
import { useRenew } from '../../../service/answers.ts'
import { api } from '../../../service/api.ts'
import { useMe } from '../../../session/session.tsx'
import { Card } from './card.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'
import { useAccountWords } from './words.ts'

const FEW = 3

/** Every change asks for the password again: an unattended session is not enough. */
export function SecondFactorCard() {
  const { secondFactor: words } = useAccountWords()
  const { user, recoveryCodesLeft, secondFactor } = useMe()
  const required = secondFactor === 'required'
  const renew = useRenew()
  const [asked, setAsked] = useState<'renew' | 'remove' | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = () => setAsked(null)
  const remove = async (shown: { password?: string }) => {
    await api.post('/account/second-factor/remove', shown)
    notify(words.removed)
    await renew('/me')
  }
  return (
    <Card title={words.title}>
      <Text size="sm">
        {user.hasSecondFactor ? words.on : words.off} {required && words.required}
      </Text>
      {recoveryCodesLeft !== null && (
        <Text size="sm" c={recoveryCodesLeft <= FEW ? 'var(--mark-poor)' : 'dimmed'}>
          {words.codesLeft(recoveryCodesLeft)} {recoveryCodesLeft <= FEW && words.fewCodes}
        </Text>
      )}
      <Group gap="xs">
        {user.hasSecondFactor && (
          <Button variant="default" onClick={() => setAsked('renew')}>
            {words.renew}
          </Button>
        )}
        {user.hasSecondFactor && !required && (
          <Button color="red.9" variant="outline" onClick={() => setAsked('remove')}>
            {words.remove}
          </Button>
        )}
        <SetUpSecondFactor shown={!user.hasSecondFactor} />
      </Group>
      <PasswordDialog
        opened={asked === 'renew'}
        title={words.renewTitle}
        hint={words.renewHint}
        action={words.renew}
        onPassword={async (shown) => setCodes((await api.post('/account/recovery-codes', shown)).recoveryCodes)}
        onClose={close}
      />
      <PasswordDialog
        opened={asked === 'remove'}
        title={words.removeTitle}
        hint={words.removeHint}
        action={words.remove}
        destructive
        onPassword={remove}
        onClose={close}
      />
      <SecretDialog
        title={words.codesTitle}
        secret={codes?.join('\n') ?? null}
        onStored={() => {
          setCodes(null)
          void renew('/me')
        }}
      >
        <Text size="sm">{words.codesHint}</Text>
      </SecretDialog>
    </Card>
  )
}
