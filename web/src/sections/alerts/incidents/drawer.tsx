import { Stack, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import type { Incident } from '../../../../../src/http/console/contract/alerts/incidents.ts'
import { Answered } from '../../../parts/answered.tsx'
import { DestroyButton } from '../../../parts/buttons/confirm-button.tsx'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { LogMoment, Moment } from '../../../parts/text/moment.tsx'
import { useAnswer, useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { IncidentMark } from './mark.tsx'
import { NoteFields, type NoteValues, sentNote } from './note-fields.tsx'
import { useIncidentWords } from './words.ts'

const PATH = '/incidents'

export function IncidentDrawer({ id }: { id: string }) {
  const mayChange = useMay('network.change')
  const asked = useAnswer(at('/incidents/:id', { id }))
  return (
    <DetailDrawer title={asked.data?.incident.title ?? id} listPath={PATH}>
      <Answered asked={asked}>
        {({ incident }) => (
          <>
            <About incident={incident} />
            {mayChange && <NewNote key={incident.id} incident={incident} />}
            <Notes incident={incident} />
            {mayChange && <Withdraw incident={incident} />}
          </>
        )}
      </Answered>
    </DetailDrawer>
  )
}

function About({ incident }: { incident: Incident }) {
  const words = useIncidentWords()
  return (
    <Facts
      facts={[
        [words.stage, <IncidentMark key="stage" {...incident} />],
        [words.impact, words.impacts[incident.impact]],
        [words.stations, incident.stations.map(({ code }) => code).join(', ') || words.wholeNetwork],
        [words.opened, <Moment key="opened" at={incident.createdAt} />],
      ]}
    />
  )
}

function NewNote({ incident }: { incident: Incident }) {
  const words = useIncidentWords()
  const renew = useRenew()
  const form = useFields<NoteValues, unknown>(
    { stage: null, text: '', mail: true },
    (values) => api.post(at('/incidents/:id/notes', incident), sentNote(values, incident.stage)),
    () => {
      form.reset()
      void renew('/incidents')
      notify(words.noted)
    },
  )
  return (
    <Panel title={words.newNote}>
      <Form form={form} action={words.addNote} complete={form.values.text.trim() !== ''} narrow>
        <NoteFields form={form} present={incident.stage} />
      </Form>
    </Panel>
  )
}

function Notes({ incident }: { incident: Incident }) {
  const words = useIncidentWords()
  return (
    <Panel title={words.notes}>
      <Stack gap="md">
        {incident.notes.toReversed().map(({ id, stage, text, createdAt }) => (
          <div key={id}>
            <Text size="sm" fw={600}>
              {words.stages[stage]}{' '}
              <Hint span fw={400}>
                <LogMoment at={createdAt} />
              </Hint>
            </Text>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {text}
            </Text>
          </div>
        ))}
      </Stack>
    </Panel>
  )
}

function Withdraw({ incident }: { incident: Incident }) {
  const words = useIncidentWords()
  const [, go] = useLocation()
  const renew = useRenew()
  return (
    <DestroyButton
      action={words.withdraw}
      title={words.withdrawTitle(incident.title)}
      consequence={words.withdrawConsequence}
      onConfirm={async () => {
        await api.delete(at('/incidents/:id', incident))
        void renew('/incidents')
        notify(words.withdrawn)
        go(PATH)
      }}
    />
  )
}
