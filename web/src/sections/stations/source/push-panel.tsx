import { Text } from '@mantine/core'
import { useState } from 'react'
import type { Source, StationDetail } from '../../../../../src/http/console/contract/stations/stations.ts'
import { ActButton } from '../../../parts/buttons/act-button.tsx'
import { ConfirmButton } from '../../../parts/buttons/confirm-button.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { AwaitData } from '../one/await-data.tsx'
import { useRefresh } from '../use-station.ts'
import { useStationWords } from '../words.ts'
import { type PushSecret, PushSecretDialog } from './push-secret-dialog.tsx'

export function PushPanel({ station, source }: { station: StationDetail; source: Source }) {
  const words = useStationWords()
  const refresh = useRefresh()
  const mayChange = useMay('network.change') && !station.archived
  const [made, setMade] = useState<PushSecret | null>(null)
  const make = async () => {
    setMade(await api.post(at('/stations/:id/secret', station)))
    await refresh()
  }
  return (
    <Panel title={words.push}>
      <Text size="sm">{words.pushHint(station.mountpoint)}</Text>
      <Hint>{source.hasPushSecret ? words.hasSecret : words.noSecret}</Hint>
      {mayChange && source.hasPushSecret && (
        <ConfirmButton
          style={{ alignSelf: 'flex-start' }}
          action={words.newSecret}
          title={words.newSecretTitle(station.code)}
          consequence={words.newSecretConsequence}
          onConfirm={make}
        />
      )}
      {/* The first password needs no confirmation: it replaces none. */}
      {mayChange && !source.hasPushSecret && (
        <ActButton style={{ alignSelf: 'flex-start' }} text={words.makeSecret} act={make} />
      )}
      <PushSecretDialog
        title={words.secretTitle(station.code)}
        made={made}
        needsCertificate={source.certificateRequired}
        onStored={() => setMade(null)}
      >
        <AwaitData station={station} />
      </PushSecretDialog>
    </Panel>
  )
}
