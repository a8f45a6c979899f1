import { Alert, Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import type { Source, StationDetail } from '../../../../../src/http/console/contract/stations/stations.ts'
import { ActButton } from '../../../parts/buttons/act-button.tsx'
import { ConfirmButton } from '../../../parts/buttons/confirm-button.tsx'
import { StationSelect, useStationNamed } from '../../../parts/forms/select/station-select.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { Panel } from '../../../parts/panel.tsx'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { useRefresh } from '../use-station.ts'
import { useStationWords } from '../words.ts'
import { PullForm } from './pull-form.tsx'
import { type PushSecret, PushSecretDialog } from './push-secret-dialog.tsx'

type Kind = 'push' | 'pull' | 'station'

interface Props {
  readonly station: StationDetail
  readonly source: Source
}

export function StandbyPanel({ station, source, serves }: Props & { readonly serves: boolean }) {
  const words = useStationWords()
  const refresh = useRefresh()
  const mayChange = useMay('network.change') && !station.archived
  const saved = useSaved()
  const other = useStationNamed(source.backupStationId)
  const now = kindOf(source)
  const [kind, setKind] = useState<Kind>(now ?? 'push')
  const says =
    now === 'push'
      ? words.standbyByPush
      : now === 'pull'
        ? words.pulledFrom(source.backupPullUrl ?? '')
        : now === 'station'
          ? words.standbyByStation(other?.code ?? '…')
          : words.noStandby
  const remove = async () => {
    await api.delete(at('/stations/:id/backup', station))
    notify(words.standbyRemoved)
    await refresh()
  }
  return (
    <Panel title={words.standby}>
      <Text size="sm">{words.standbyHint}</Text>
      <Hint style={{ overflowWrap: 'anywhere' }}>{says}</Hint>
      {serves && (
        <Alert color="orange" p="xs">
          {words.standbyServes}
        </Alert>
      )}
      {mayChange && (
        <>
          <SegmentedControl
            aria-label={words.standby}
            style={{ alignSelf: 'flex-start' }}
            value={kind}
            onChange={(chosen) => setKind(chosen as Kind)}
            data={(['push', 'pull', 'station'] as const).map((value) => ({ value, label: words.standbyKinds[value] }))}
          />
          {kind === 'push' && <PushForm station={station} source={source} />}
          {kind === 'pull' && (
            <PullForm put={(body) => api.put(at('/stations/:id/backup/pull', station), body)} onSaved={saved} />
          )}
          {kind === 'station' && <StationForm key={source.backupStationId} station={station} source={source} />}
          {now !== null && (
            <ConfirmButton
              style={{ alignSelf: 'flex-start' }}
              variant="subtle"
              color="red.9"
              action={words.removeStandby}
              title={words.removeStandbyTitle(station.code)}
              consequence={words.removeStandbyConsequence(serves)}
              onConfirm={remove}
            />
          )}
        </>
      )}
    </Panel>
  )
}

function PushForm({ station, source }: Props) {
  const words = useStationWords()
  const refresh = useRefresh()
  const [made, setMade] = useState<PushSecret | null>(null)
  const make = async () => {
    setMade(await api.post(at('/stations/:id/backup/secret', station)))
    await refresh()
  }
  return (
    <>
      {kindOf(source) !== null && !source.hasBackupSecret ? (
        <ConfirmButton
          style={{ alignSelf: 'flex-start' }}
          action={words.makeStandbySecret}
          title={words.replaceStandbyTitle(station.code)}
          consequence={words.replaceStandbyConsequence}
          onConfirm={make}
        />
      ) : source.hasBackupSecret ? (
        <ConfirmButton
          style={{ alignSelf: 'flex-start' }}
          action={words.newStandbySecret}
          title={words.newSecretTitle(station.code)}
          consequence={words.newSecretConsequence}
          onConfirm={make}
        />
      ) : (
        <ActButton style={{ alignSelf: 'flex-start' }} text={words.makeStandbySecret} act={make} />
      )}
      <PushSecretDialog
        title={words.standbySecretTitle(station.code)}
        made={made}
        needsCertificate={source.certificateRequired}
        onStored={() => setMade(null)}
      />
    </>
  )
}

function StationForm({ station, source }: Props) {
  const words = useStationWords()
  const saved = useSaved()
  const form = useFields(
    { stationId: source.backupStationId },
    ({ stationId }) => api.put(at('/stations/:id/backup/station', station), { stationId: stationId ?? 0 }),
    saved,
  )
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <StationSelect {...form.value('stationId')} label={words.fallbackStation} required />
      <Group gap="xs" mt="sm">
        <Button type="submit" variant="default" loading={form.sending}>
          {words.setFallbackStation}
        </Button>
      </Group>
      {form.problem && <ProblemPanel error={form.problem} />}
    </form>
  )
}

function useSaved(): () => Promise<void> {
  const words = useStationWords()
  const refresh = useRefresh()
  return async () => {
    notify(words.standbySaved)
    await refresh()
  }
}

function kindOf({ hasBackupSecret, backupPullUrl, backupStationId }: Source): Kind | null {
  if (hasBackupSecret) return 'push'
  if (backupPullUrl !== null) return 'pull'
  return backupStationId === null ? null : 'station'
}
