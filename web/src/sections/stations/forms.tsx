// Adds and edits a station with the same fields. Empty fields inherit the network's settings.

import { useLocation, useSearch } from 'wouter'
import type { StationDetail } from '../../../../src/http/console/contract/stations/stations.ts'
import { Answered } from '../../parts/answered.tsx'
import { DetailDrawer } from '../../parts/dialogs/detail-drawer.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { notify } from '../../parts/notify.ts'
import { api, at } from '../../service/api.ts'
import { StationFields } from './fields.tsx'
import { STATIONS_PATH, useRefresh, useStation } from './use-station.ts'
import { bodyOf, EMPTY, newBodyOf, valuesOf } from './values.ts'
import { useStationWords } from './words.ts'

export function NewStation() {
  const words = useStationWords()
  const finish = useFinish()
  const form = useFields(
    EMPTY,
    (values) => api.post('/stations', newBodyOf(values)),
    // A new station opens on its source tab, the next thing to set up.
    ({ station }) => finish(station, words.created(station.code), 'source'),
  )
  return (
    <DetailDrawer title={words.add} listPath={STATIONS_PATH}>
      <StationFields form={form} action={words.create} isNew />
    </DetailDrawer>
  )
}

export function EditStation({ id }: { id: string }) {
  const asked = useStation(id)
  const words = useStationWords()
  return (
    <DetailDrawer
      title={asked.data ? `${words.edit}: ${asked.data.station.code}` : words.edit}
      listPath={`${STATIONS_PATH}/${id}`}
    >
      <Answered asked={asked} quiet>
        {({ station }) => <EditForm station={station} />}
      </Answered>
    </DetailDrawer>
  )
}

function EditForm({ station }: { station: StationDetail }) {
  const words = useStationWords()
  const finish = useFinish()
  const form = useFields(
    valuesOf(station),
    (values, before) => api.patch(at('/stations/:id', { id: station.id }), bodyOf(values, before)),
    () => finish(station, words.saved(station.code)),
  )
  return <StationFields form={form} action={words.save} isNew={false} stationId={station.id} />
}

/** Opens the station and keeps the list's filters. */
function useFinish() {
  const [, go] = useLocation()
  const search = useSearch()
  const refresh = useRefresh()
  return async ({ id }: { id: number }, message: string, tab?: 'source') => {
    notify(message)
    await refresh()
    const query = new URLSearchParams(search)
    if (tab) query.set('tab', tab)
    go(`${STATIONS_PATH}/${id}${query.size > 0 ? `?${query}` : ''}`)
  }
}
