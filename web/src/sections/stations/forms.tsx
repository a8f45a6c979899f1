// A station is added or changed in the same fields; what is left empty is the network's to say.
import { useLocation, useSearch } from 'wouter'
import { api } from '../../api.ts'
import { DetailDrawer } from '../../parts/dialogs/detail-drawer.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { notify } from '../../parts/notify.ts'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import { StationFields } from './fields.tsx'
import { STATIONS_PATH, type StationAnswer, type StationDetail } from './types.ts'
import { useRefresh, useStation } from './use-station.ts'
import { bodyOf, EMPTY, type StationValues, valuesOf } from './values.ts'
import { useStationWords } from './words.ts'

export function NewStation() {
  const words = useStationWords()
  const finish = useFinish()
  const form = useFields<StationValues, Pick<StationAnswer, 'station'>>(
    EMPTY,
    (values) => api.post('/stations', { code: values.code.trim(), ...bodyOf(values, null) }),
    ({ station }) => finish(station, words.created(station.code)),
  )
  return (
    <DetailDrawer title={words.add} listPath={STATIONS_PATH}>
      <StationFields form={form} action={words.create} isNew />
    </DetailDrawer>
  )
}

export function EditStation({ id }: { id: string }) {
  const { data, error, again } = useStation(id)
  const words = useStationWords()
  return (
    <DetailDrawer title={data ? `${words.edit}: ${data.station.code}` : words.edit} listPath={`${STATIONS_PATH}/${id}`}>
      {error && !data && <ProblemPanel error={error} again={again} />}
      {!error && !data && <Waiting />}
      {data && <EditForm station={data.station} />}
    </DetailDrawer>
  )
}

function EditForm({ station }: { station: StationDetail }) {
  const words = useStationWords()
  const finish = useFinish()
  const form = useFields<StationValues, Pick<StationAnswer, 'station'>>(
    valuesOf(station),
    (values, before) => api.patch(`/stations/${station.id}`, bodyOf(values, before)),
    () => finish(station, words.saved(station.code)),
  )
  return <StationFields form={form} action={words.save} isNew={false} />
}

/** Leads to the station, with the list's filters kept. */
function useFinish() {
  const [, go] = useLocation()
  const search = useSearch()
  const refresh = useRefresh()
  return async ({ id }: { id: number }, message: string) => {
    notify(message)
    await refresh()
    go(`${STATIONS_PATH}/${id}${search && `?${search}`}`)
  }
}
