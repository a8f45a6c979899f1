// The session ended while somebody was at work: they show who they are in place, what they typed stays, and what was refused is asked again.
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
import { standingIn } from '../../session/standing.ts'
import { hasUnsaved } from '../../session/unsaved.ts'
import { useShellWords } from '../../words/common.ts'
import { ProviderLink } from '../provider-link.tsx'

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
  /** The password counts for a while only: where the code came too late for it, both are asked for anew. */
  const askPasswordAgain = (refusal: ApiError): never => {
    if (standingIn(refusal) === 'ended') {
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
    // Meanwhile much may have changed, what one may do as well.
    void queries.invalidateQueries()
  }
  useEffect(() => {
    let asked: Promise<boolean> | null = null
    return onSignInNeeded((isAction) => {
      // Nothing to lose: the login, as for anybody who comes.
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
    // What stands here is somebody else's.
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
      // What stands behind it is for somebody who is signed in.
      overlayProps={{ blur: 10, backgroundOpacity: 0.7 }}
    >
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <Text size="sm">
            {byPassword ? words.hint : words.providerHint} <b>{user.email}</b>
          </Text>
          {/* Tells password managers whose password this is. */}
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
