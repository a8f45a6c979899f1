// Asks a signed-in user to confirm their identity, by password, second factor or single sign-on, when the service
// requires it. The rejected request is then sent again.
import { Anchor, PasswordInput, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ABOVE_DIALOGS } from '../../parts/dialogs/layers.ts'
import { FormDialog } from '../../parts/forms/form.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { api, onConfirmationNeeded } from '../../service/api.ts'
import { useOtherTabs } from '../../session/provider.ts'
import { useMe } from '../../session/session.tsx'
import { useShellWords } from '../../words/common.ts'
import { ProviderLink } from '../account/provider-link.tsx'
import { ProviderDialog } from './provider-dialog.tsx'

export function IdentityDialog() {
  const { identity: words } = useShellWords()
  const { user } = useMe()
  const [opened, setOpened] = useState(false)
  const [byPassword, setByPassword] = useState(!user.hasSecondFactor)
  const answer = useRef<(confirmed: boolean) => void>(() => {})
  const form = useFields(
    { password: '', code: '' },
    ({ password, code }) => api.post('/account/confirm', byPassword ? { password } : { code: code.trim() }),
    () => finish(true),
  )
  const finish = (confirmed: boolean) => {
    form.reset()
    setOpened(false)
    answer.current(confirmed)
  }
  useEffect(() => {
    let asked: Promise<boolean> | null = null
    return onConfirmationNeeded(() => {
      // Concurrent requests share one dialog.
      asked ??= new Promise<boolean>((resolve) => {
        answer.current = resolve
        setByPassword(!user.hasSecondFactor)
        setOpened(true)
      }).finally(() => {
        asked = null
      })
      return asked
    })
  }, [user.hasSecondFactor])
  useOtherTabs(opened, (done) => {
    if (done === 'confirmed') finish(true)
  })
  // Users of single sign-on have neither a password nor a second factor here.
  if (!user.hasPassword && !user.hasSecondFactor)
    return <ProviderDialog opened={opened} purpose="confirm" words={words} onClose={() => finish(false)} />
  return (
    <FormDialog
      form={form}
      opened={opened}
      title={words.title}
      action={words.confirm}
      zIndex={ABOVE_DIALOGS}
      onClose={() => finish(false)}
    >
      <Text size="sm">{words.hint}</Text>
      {/* Identifies the account for password managers. */}
      <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
      {byPassword ? (
        <PasswordInput
          {...form.text('password')}
          label={words.password}
          autoComplete="current-password"
          required
          data-autofocus
        />
      ) : (
        <TextInput
          {...form.text('code')}
          label={words.code}
          description={words.codeHint}
          autoComplete="one-time-code"
          required
          data-autofocus
        />
      )}
      {user.hasSecondFactor && user.hasPassword && (
        <Anchor component="button" type="button" size="sm" onClick={() => setByPassword(!byPassword)}>
          {byPassword ? words.useCode : words.usePassword}
        </Anchor>
      )}
      {user.byProvider && <ProviderLink purpose="confirm" only={false} />}
    </FormDialog>
  )
}
