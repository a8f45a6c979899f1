import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { api } from '../../api.ts'
import { useFields } from '../../parts/forms/use-fields.ts'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { CopyButton } from '../../parts/text/copy-button.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import { usePartWords } from '../../words/common.ts'
import { useAccountWords } from './words.ts'

// Its library is for the few minutes of a set-up.
const QrCode = lazy(() => import('../../parts/text/qr-code.tsx').then((module) => ({ default: module.QrCode })))

export interface SetupKey {
  readonly secret: string
  readonly uri: string
}

interface Props {
  /** Null: closed. */
  readonly setup: SetupKey | null
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void
  readonly onClose: () => void
}

/** The key for the app, and the proof that it arrived there: until then nothing changes. */
export function SecondFactorSetup({ setup, onConfirmed, onClose }: Props) {
  const { secondFactor: words } = useAccountWords()
  const parts = usePartWords()
  const form = useFields(
    { code: '' },
    ({ code }) =>
      api.post<{ recoveryCodes: string[] }>('/account/second-factor/confirm', { code: code.replaceAll(' ', '') }),
    ({ recoveryCodes }) => {
      form.reset()
      onConfirmed(recoveryCodes)
    },
  )
  const close = () => {
    form.reset()
    onClose()
  }
  return (
    <Modal opened={setup !== null} onClose={close} title={words.title} closeOnClickOutside={false}>
      {setup && (
        <form onSubmit={form.onSubmit}>
          <Stack gap="md">
            <Text size="sm">{words.scan}</Text>
            <Stack align="center" gap="xs">
              <Suspense fallback={<Waiting />}>
                <QrCode text={setup.uri} label={words.qr} />
              </Suspense>
            </Stack>
            <Group gap="xs" justify="space-between">
              <Text size="sm" component="div" style={{ minWidth: 0 }}>
                {words.key}: <span className="code">{setup.secret.match(/.{1,4}/g)?.join(' ')}</span>
              </Text>
              <CopyButton value={setup.secret} label={words.key} />
            </Group>
            <TextInput
              {...form.text('code')}
              label={words.code}
              autoComplete="one-time-code"
              inputMode="numeric"
              required
              data-autofocus
            />
            {form.problem && <ProblemPanel error={form.problem} />}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                {parts.cancel}
              </Button>
              <Button type="submit" loading={form.sending} disabled={form.values.code.trim().length < 6}>
                {words.confirm}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
