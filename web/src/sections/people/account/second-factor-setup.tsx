import { Group, Stack, Text, TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { FormDialog } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { CopyButton } from '../../../parts/text/code/copy-button.tsx'
import { Waiting } from '../../../parts/waiting.tsx'
import { type Answer, api } from '../../../service/api.ts'
import { useAccountWords } from './words.ts'

// Loaded on demand: the QR library is needed only during setup.
const QrCode = lazy(() => import('../../../parts/text/code/qr-code.tsx').then((module) => ({ default: module.QrCode })))

export type SetupKey = Answer<'POST', '/account/second-factor'>

interface Props {
  /** `null` if closed. */
  readonly setup: SetupKey | null
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void
  readonly onClose: () => void
}

/** Shows the key for the authenticator app. Nothing changes until a code confirms it. */
export function SecondFactorSetup({ setup, onConfirmed, onClose }: Props) {
  const { secondFactor: words } = useAccountWords()
  const form = useFields(
    { code: '' },
    ({ code }) => api.post('/account/second-factor/confirm', { code: code.replaceAll(' ', '') }),
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
    <FormDialog
      form={form}
      opened={setup !== null}
      title={words.title}
      action={words.confirm}
      light={false}
      onClose={close}
    >
      {setup && (
        <>
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
        </>
      )}
      <TextInput
        {...form.text('code')}
        label={words.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        data-autofocus
      />
    </FormDialog>
  )
}
