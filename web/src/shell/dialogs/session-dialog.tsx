// The session ended while the user was working: they sign in without leaving the page, their input stays, and the
// rejected requests are sent again.
import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Entered } from '../../../../src/http/console/contract/people/people.ts'
import { ABOVE_ALL } from '../../parts/dialogs/layers.ts'
import { useFields } from '../../parts/forms/use-fields.ts'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { api, onSignInNeeded } from '../../service/api.ts'
import type { ApiError } from '../../service/api-error.ts'
import { resumeLive } from '../../service/live.ts'
import { useEntry, useOtherTabs } from '../../session/provider.ts'
import { useMe } from '../../session/session.tsx'
import { sessionRejectionIn } from '../../session/session-rejection.ts'
import { hasUnsaved } from '../../session/unsaved.ts'
import { useShellWords } from '../../words/common.ts'
import { ProviderLink } from '../account/provider-link.tsx'

export function SessionDialog() {
  const { session: words } = useShellWords()
  const { user } = useMe()
  const queries = useQueryClient()
  const [opened, setOpened] = useState(false)
  const [step, setStep] = useState<'password' | 'code' | 'password_again'>('password')
  const needsCode = step === 'code'
  const answer = useRef<(entered: boolean) => void>(() => {})
  const form = useFields(
    { password: '', code: '' },
    ({ password, code }): Promise<Entered> =>
      needsCode
        ? api.signIn('/second-factor', { code: code.trim() }).catch(askPasswordAgain)
        : api.signIn('/login', { email: user.email, password }),
    ({ next }) => (next === 'second_factor' ? setStep('code') : finish(true)),
  )
  /** The password step expires: if the code came too late, both are asked for again. */
  const askPasswordAgain = (refusal: ApiError): never => {
    if (sessionRejectionIn(refusal) === 'ended') {
      form.setValues({ password: '', code: '' })
      setStep('password_again')
    }
    throw refusal
  }
  const finish = (entered: boolean) => {
    form.reset()
    setOpened(false)
    setStep('password')
    answer.current(entered)
    if (!entered) return
    resumeLive()
    // Data and permissions can have changed meanwhile.
    void queries.invalidateQueries()
  }
  useEffect(() => {
    let asked: Promise<boolean> | null = null
    return onSignInNeeded((isAction) => {
      // Without unsaved work, the normal login page is shown.
      if (!asked && !isAction && !hasUnsaved()) return Promise.resolve(false)
      asked ??= new Promise<boolean>((resolve) => {
        answer.current = resolve
        setOpened(true)
      }).finally(() => {
        asked = null
      })
      return asked
    })
  }, [])
  const entry = useEntry(opened)
  useOtherTabs(opened, async (done) => {
    if (done !== 'home') return
    const { user: entered } = await api.get('/me')
    if (entered.id === user.id) finish(true)
    // Another user signed in, so the page's data is not theirs.
    else location.assign('/console/')
  })
  const byPassword = !user.byProvider || (user.hasPassword && entry?.localLogin !== false)
  return (
    <Modal
      opened={opened}
      onClose={() => {}}
      title={words.title}
      zIndex={ABOVE_ALL}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      // Hides the page's data from people who are not signed in.
      overlayProps={{ blur: 10, backgroundOpacity: 0.7 }}
    >
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <Text size="sm">
            {byPassword ? words.hint : words.providerHint} <b>{user.email}</b>
          </Text>
          {/* Identifies the account for password managers. */}
          <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
          {needsCode ? (
            <TextInput
              key="code"
              {...form.text('code')}
              label={words.code}
              description={words.codeHint}
              autoComplete="one-time-code"
              required
              autoFocus
            />
          ) : byPassword ? (
            <PasswordInput
              key="password"
              {...form.text('password')}
              label={words.password}
              autoComplete="current-password"
              required
              data-autofocus
              autoFocus={step === 'password_again'}
            />
          ) : null}
          {user.byProvider && !needsCode && <ProviderLink purpose="sign-in" only={!byPassword} />}
          {form.problem && <ProblemPanel error={form.problem} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => finish(false)}>
              {words.leave}
            </Button>
            {(byPassword || needsCode) && (
              <Button type="submit" loading={form.sending}>
                {words.enter}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
