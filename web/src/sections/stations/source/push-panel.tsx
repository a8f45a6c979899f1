import { Text } from '@mantine/core'
import { useState } from 'react'
import type { Source, StationDetail } from '../../../../../src/console/contract/stations.ts'
import { type Answer, api, at, type Filled } from '../../../api.ts'
import { ActButton } from '../../../parts/buttons/act-button.tsx'
import { ConfirmButton } from '../../../parts/buttons/confirm-button.tsx'
import { SecretDialog } from '../../../parts/dialogs/secret-dialog.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { useMay } from '../../../session.tsx'
import { useRefresh } from '../use-station.ts'
import { useStationWords } from '../words.ts'

type Made = Answer<'POST', Filled<'/stations/:id/secret'>>

export function PushPanel({ station, source }: { station: StationDetail; source: Source }) {
  const words = useStationWords()
  const refresh = useRefresh()
  const mayChange = useMay('network.change') && !station.archived
  const [made, setMade] = useState<Made | null>(null)
  const make = async () => {
    setMade(await api.post(at('/stations/:id/secret', station)))
    await refresh()
  }
  return (
    <Panel title={words.push}>
      <Text size="sm">{words.pushHint(station.mountpoint)}</Text>
      <Text size="sm" c="dimmed">
        {source.hasPushSecret ? words.hasSecret : words.noSecret}
      </Text>
      {mayChange && source.hasPushSecret && (
        <ConfirmButton
          style={{ alignSelf: 'flex-start' }}
          action={words.newSecret}
          title={words.newSecretTitle(station.code)}
          consequence={words.newSecretConsequence}
          onConfirm={make}
        />
      )}
      {/* The first one takes nothing from anybody. */}
      {mayChange && !source.hasPushSecret && (
        <ActButton style={{ alignSelf: 'flex-start' }} text={words.makeSecret} act={make} />
      )}
      <SecretDialog
        title={words.secretTitle(station.code)}
        secret={made?.secret ?? null}
        onStored={() => setMade(null)}
      >
        {made && (
          <>
            <Text size="sm">{words.secretHint}</Text>
            <Facts
              facts={[
                [words.caster, `${made.casterHost}:${made.casterPort}`],
                [words.mountpoint, made.mountpoint],
              ]}
            />
          </>
        )}
      </SecretDialog>
    </Panel>
  )
}
