// The operator's incident notices: open ones first, resolved ones behind a button.
import { Alert, Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { PublishedIncident } from '../../../../src/http/public/contract.ts'
import { incidentsEn, incidentsEs } from '../../../../src/words/incidents.ts'
import { dictionary } from '../../language.tsx'
import { Mark, type Tone } from '../../parts/marks/mark.tsx'
import { LogMoment } from '../../parts/text/moment.tsx'
import classes from '../frame.module.css'
import { usePublicWords } from '../state.ts'

const useWords = dictionary(incidentsEs, incidentsEn)

const TONES: Record<PublishedIncident['impact'], Tone> = { degraded: 'poor', outage: 'bad', maintenance: 'planned' }
const COLOURS: Record<PublishedIncident['impact'], string> = { degraded: 'yellow', outage: 'red', maintenance: 'gray' }

export const isOver = ({ notes }: PublishedIncident) => notes.at(-1)?.stage === 'resolved'

export function Incidents({ incidents }: { incidents: readonly PublishedIncident[] }) {
  const words = usePublicWords()
  const [shown, setShown] = useState(false)
  const over = incidents.filter(isOver)
  return (
    <>
      {incidents
        .filter((incident) => !isOver(incident))
        .map((incident) => (
          <Alert
            key={incident.id}
            id={`incident-${incident.id}`}
            variant="light"
            color={COLOURS[incident.impact]}
            component="section"
          >
            <Told incident={incident} />
          </Alert>
        ))}
      {over.length > 0 && (
        <Stack gap="sm" component="section">
          <Anchor
            component="button"
            type="button"
            size="sm"
            ta="left"
            onClick={() => setShown(!shown)}
            aria-expanded={shown}
          >
            {shown ? words.hidePast : words.showPast(over.length)}
          </Anchor>
          {shown &&
            over.map((incident) => (
              <article key={incident.id} id={`incident-${incident.id}`} className={classes.incident}>
                <Told incident={incident} />
              </article>
            ))}
        </Stack>
      )}
    </>
  )
}

function Told({ incident }: { incident: PublishedIncident }) {
  const words = useWords()
  const { impact, title, stationCodes, notes } = incident
  return (
    <Stack gap="xs">
      <Group gap="md" justify="space-between">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Mark tone={isOver(incident) ? 'good' : TONES[impact]} word={words.impacts[impact]} />
      </Group>
      <Text size="sm">{stationCodes.join(', ') || words.wholeNetwork}</Text>
      {notes.toReversed().map(({ stage, text, createdAt }) => (
        <div key={createdAt}>
          <Text size="sm" fw={600}>
            {words.stages[stage]}{' '}
            <Text span size="sm" fw={400}>
              <LogMoment at={createdAt} />
            </Text>
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        </div>
      ))}
    </Stack>
  )
}
