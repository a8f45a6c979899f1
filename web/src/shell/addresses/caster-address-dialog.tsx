// The caster's public address. The settings have the same field; this dialog is a shortcut.
import { Button, NumberInput, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Settings } from '../../../../src/http/console/contract/network/network.ts'
import { FormDialog } from '../../parts/forms/form.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { notify } from '../../parts/notify.ts'
import { keyOf, useAnswer, useRenew } from '../../service/answers.ts'
import { api } from '../../service/api.ts'
import { useShellWords } from '../../words/common.ts'
import { AddressWarning } from './address-warning.tsx'
import { useLocalForNow } from './local-for-now.ts'
import { typedReach } from './reach.ts'

export function CasterAddressDialog({ onClose }: { onClose: () => void }) {
  const { data } = useAnswer('/settings')
  return data ? <Dialog settings={data} onClose={onClose} /> : null
}

/** The console's host is a good guess for the caster's, unless it is this machine. */
const guess = () => (typedReach(location.hostname) === 'machine' ? '' : location.hostname)

function Dialog({ settings: { network, defaults }, onClose }: { settings: Settings; onClose: () => void }) {
  const { addresses: words } = useShellWords()
  const queries = useQueryClient()
  const renew = useRenew()
  const [forNow, keepForNow] = useLocalForNow()
  const form = useFields(
    { casterHost: network.casterHost ?? guess(), casterPort: network.casterPort ?? defaults.casterPort },
    ({ casterHost, casterPort }) =>
      api.patch('/settings', {
        casterHost: casterHost.trim(),
        ...(casterPort !== (network.casterPort ?? defaults.casterPort) && { casterPort }),
      }),
    (saved) => {
      queries.setQueryData(keyOf('/settings'), saved)
      void renew('/me', '/first-steps')
      notify(words.saved)
      onClose()
    },
    ({ casterHost }) =>
      typedReach(casterHost) === 'machine'
        ? [{ path: 'casterHost', code: 'said', params: { said: words.stillLocal } }]
        : [],
  )
  const port = form.value('casterPort')
  const reach = typedReach(form.values.casterHost)
  return (
    <FormDialog form={form} opened title={words.casterTitle} action={words.save} light={false} onClose={onClose}>
      <Text size="sm">{words.casterHint}</Text>
      <TextInput
        {...form.text('casterHost')}
        label={words.host}
        description={words.hostHint}
        autoComplete="off"
        spellCheck={false}
        maxLength={253}
        required
        data-autofocus
      />
      {reach === 'private' && <AddressWarning which="caster" reach={reach} />}
      <NumberInput
        {...port}
        label={words.port}
        onChange={(value) => port.onChange(Number(value))}
        min={1}
        max={65_535}
        allowDecimal={false}
        hideControls
        required
      />
      {!forNow && (
        <Button
          variant="subtle"
          onClick={() => {
            keepForNow(true)
            onClose()
          }}
        >
          {words.forNow}
        </Button>
      )}
    </FormDialog>
  )
}
