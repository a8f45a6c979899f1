// The connection data for the customer's device, to copy or scan. The password is hidden until requested.

import { Button, Group, Stack } from '@mantine/core'
import type { Credential, Secrets } from '../../../../../src/http/console/contract/credentials/credentials.ts'
import { useLanguage } from '../../../language.tsx'
import { ActButton } from '../../../parts/buttons/act-button.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { CopyButton } from '../../../parts/text/code/copy-button.tsx'
import { QrCode } from '../../../parts/text/code/qr-code.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { exactTime } from '../../../parts/text/moment.tsx'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { usePartWords } from '../../../words/common.ts'
import { useCredentialWords } from '../words.ts'

interface Props {
  readonly credential: Credential
  /** `null` while hidden. */
  readonly secrets: Secrets | null
  readonly onSecrets: (secrets: Secrets | null) => void
}

export function ConnectionData({ credential, secrets, onSecrets }: Props) {
  const words = useCredentialWords()
  const { id, username, host, port, mountpoint, format, datum } = credential
  const password = secrets?.password ?? null
  const textToCopy = useTextToCopy()
  return (
    <Panel title={words.connection}>
      <Facts
        facts={[
          [words.host, <Copied key="host" label={words.host} value={host} />],
          [words.port, <Copied key="port" label={words.port} value={String(port)} />],
          [words.mountpoint, <Copied key="mountpoint" label={words.mountpoint} value={mountpoint} />],
          [words.user, <Copied key="user" label={words.user} value={username} />],
          [words.password, <Password key="password" id={id} password={password} onChange={onSecrets} />],
          [words.format, format],
          [words.datum, datum],
        ]}
      />
      {password !== null && (
        <Group align="flex-start" gap="md">
          <QrCode text={`ntrip://${username}:${password}@${host}:${port}/${mountpoint}`} label={words.qr} size={176} />
          <Stack gap="xs" flex="1 1 12rem" align="flex-start">
            <Hint>{words.qrHint}</Hint>
            <CopyButton value={textToCopy(credential, password)} text={words.copyAll} size="sm" variant="filled" />
          </Stack>
        </Group>
      )}
    </Panel>
  )
}

function Copied({ label, value }: { label: string; value: string }) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <span className="code">{value}</span>
      <CopyButton value={value} label={label} />
    </Group>
  )
}

function Password({
  id,
  password,
  onChange,
}: {
  id: number
  password: string | null
  onChange: (secrets: Secrets | null) => void
}) {
  const words = useCredentialWords()
  const mayReveal = useMay('credentials.reveal')
  if (password !== null)
    return (
      <Group justify="space-between" gap="xs">
        <span className="code">{password}</span>
        <Group gap="xs">
          <Button size="compact-sm" variant="subtle" onClick={() => onChange(null)}>
            {words.hide}
          </Button>
          <CopyButton value={password} label={words.password} />
        </Group>
      </Group>
    )
  return (
    <Group justify="space-between" gap="xs">
      <Hint span>{words.hidden}</Hint>
      {mayReveal && (
        <ActButton
          size="compact-sm"
          variant="default"
          text={words.reveal}
          label={`${words.reveal}: ${words.password}`}
          hint={words.revealHint}
          act={async () => onChange(await api.post(at('/credentials/:id/reveal', { id })))}
        />
      )}
    </Group>
  )
}

/** Text for a message to the customer. */
function useTextToCopy() {
  const words = useCredentialWords()
  const { zone } = usePartWords()
  const { language } = useLanguage()
  return (credential: Credential, password: string): string => {
    const at = (time: string) => `${exactTime(new Date(time), language)} (${zone})`
    const { customerName, label } = credential
    return [
      ...(customerName ? [`${words.forCustomer}: ${customerName}`] : []),
      ...(label ? [`${words.label}: ${label}`] : []),
      `${words.host}: ${credential.host}`,
      `${words.port}: ${credential.port}`,
      `${words.mountpoint}: ${credential.mountpoint}`,
      `${words.user}: ${credential.username}`,
      `${words.password}: ${password}`,
      `${words.format}: ${credential.format}`,
      `${words.datum}: ${credential.datum}`,
      `${words.inForceFrom}: ${at(credential.startsAt)}`,
      `${words.inForceTo}: ${at(credential.expiresAt)}`,
    ].join('\n')
  }
}
