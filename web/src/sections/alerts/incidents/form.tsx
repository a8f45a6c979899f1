import { Select, TextInput } from '@mantine/core'
import { useLocation } from 'wouter'
import type { Incident } from '../../../../../src/http/console/contract/alerts/incidents.ts'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { StationsSelect } from '../../../parts/forms/select/stations-select.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { useRenew } from '../../../service/answers.ts'
import { api } from '../../../service/api.ts'
import { NoteFields, type NoteValues, sentNote } from './note-fields.tsx'
import { useIncidentWords } from './words.ts'

const PATH = '/incidents'

interface Values extends NoteValues {
  readonly title: string
  readonly impact: Incident['impact']
  readonly stationIds: readonly number[]
}

const EMPTY: Values = { title: '', impact: 'degraded', stationIds: [], stage: null, text: '', mail: true }
const FIRST_STAGE = 'investigating'

export function IncidentForm() {
  const words = useIncidentWords()
  const [, go] = useLocation()
  const renew = useRenew()
  const form = useFields(
    EMPTY,
    ({ title, impact, stationIds, ...note }) =>
      api.post('/incidents', {
        title: title.trim(),
        impact,
        stationIds: [...stationIds],
        ...sentNote(note, FIRST_STAGE),
      }),
    ({ incident }) => {
      void renew('/incidents')
      notify(words.published)
      go(`${PATH}/${incident.id}`)
    },
  )
  const { values } = form
  return (
    <DetailDrawer title={words.add} listPath={PATH}>
      <Form form={form} action={words.publish} complete={values.title.trim() !== '' && values.text.trim() !== ''}>
        <TextInput {...form.text('title')} label={words.name} description={words.nameHint} maxLength={120} required />
        <Select {...form.choice('impact', words.impacts)} label={words.impact} />
        <StationsSelect {...form.value('stationIds')} label={words.stations} description={words.stationsHint} />
        <NoteFields form={form} present={FIRST_STAGE} />
      </Form>
    </DetailDrawer>
  )
}
