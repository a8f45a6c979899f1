import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { Confirm } from '../../../parts/dialogs/confirm.tsx'
import { SecretDialog } from '../../../parts/dialogs/secret-dialog.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { useMay } from '../../../session.tsx'
import type { Source, StationDetail } from '../types.ts'
import { useRefresh } from '../use-station.ts'
import { useStationWords } from '../words.ts'

interface Made {
  readonly secret: string
  readonly mountpoint: string
  readonly casterHost: string
  readonly casterPort: number
}

export function PushPanel({ station, source }: { station: StationDetail; source: Source }) {
  const words = useStationWords()
  const refresh = useRefresh()
  const mayChange = useMay('network.change') && !station.archived
  const [asked, setAsked] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  return (
    <Panel title={words.push}>
      <Text size="sm">{words.pushHint(station.mountpoint)}</Text>
      <Text size="sm" c="dimmed">
        {source.hasPushSecret ? words.hasSecret : words.noSecret}
      </Text>
      {mayChange && (
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setAsked(true)}>
          {source.hasPushSecret ? words.newSecret : words.makeSecret}
        </Button>
      )}
      <Confirm
        opened={asked}
        title={words.newSecretTitle(station.code)}
        consequence={source.hasPushSecret ? words.newSecretConsequence : words.pushHint(station.mountpoint)}
        action={source.hasPushSecret ? words.newSecret : words.makeSecret}
        harmless={!source.hasPushSecret}
        onClose={() => setAsked(false)}
        onConfirm={async () => {
          setMade(await api.post<Made>(`/stations/${station.id}/secret`))
          await refresh()
        }}
      />
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
