import { Text } from '@mantine/core'
import type { Source, StationDetail } from '../../../../../src/http/console/contract/stations/stations.ts'
import { ConfirmButton } from '../../../parts/buttons/confirm-button.tsx'
import { notify } from '../../../parts/notify.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { useRefresh } from '../use-station.ts'
import { useStationWords } from '../words.ts'
import { PullForm } from './pull-form.tsx'

export function PullPanel({ station, source }: { station: StationDetail; source: Source }) {
  const words = useStationWords()
  const refresh = useRefresh()
  const mayChange = useMay('network.change') && !station.archived
  const path = at('/stations/:id/pull', station)
  const saved = async () => {
    notify(words.pullSaved)
    await refresh()
  }
  const clear = async () => {
    await api.delete(path)
    notify(words.pullCleared)
    await refresh()
  }
  const login = source.pullsWithLogin ? words.withLogin : words.withoutLogin
  return (
    <Panel title={words.pull}>
      <Text size="sm">{words.pullHint}</Text>
      <Hint style={{ overflowWrap: 'anywhere' }}>
        {source.pullUrl === null ? words.notPulled : `${words.pulledFrom(source.pullUrl)} (${login})`}
      </Hint>
      {mayChange && (
        <PullForm put={(body) => api.put(path, body)} onSaved={saved}>
          {source.pullUrl !== null && (
            <ConfirmButton
              variant="subtle"
              color="red.9"
              action={words.clearPull}
              title={words.clearPullTitle(station.code)}
              consequence={words.clearPullConsequence}
              onConfirm={clear}
            />
          )}
        </PullForm>
      )}
    </Panel>
  )
}
