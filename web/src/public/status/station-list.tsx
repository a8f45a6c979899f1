import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { UptimeBars } from '../../parts/figures/uptime-bars.tsx'
import { hasHistory } from '../../parts/figures/uptime-tone.ts'
import { Simulated } from '../../parts/marks/simulated.tsx'
import { type Status, StatusMark, shownStatus } from '../../parts/marks/status-mark.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { Hint } from '../../parts/text/hint.ts'
import { usePartWords } from '../../words/common.ts'
import classes from '../frame.module.css'
import { type PublicStation, usePublicWords } from '../state.ts'

/** Each station has sixty bars: a phone cannot render a whole large network at once. */
const AT_ONCE = 40

export const PROBLEMS_FIRST: readonly Status[] = ['offline', 'moved', 'degraded', 'maintenance', 'unknown', 'online']

const byProblem = (one: PublicStation, other: PublicStation) =>
  PROBLEMS_FIRST.indexOf(shownStatus(one)) - PROBLEMS_FIRST.indexOf(shownStatus(other))

export function StationList({ stations }: { stations: readonly PublicStation[] }) {
  const words = usePublicWords()
  const { more } = usePartWords()
  const [wanted, setWanted] = useState('')
  const [shown, setShown] = useState(AT_ONCE)
  const found = stations.filter(({ code, name }) => fold(`${code} ${name}`).includes(fold(wanted))).toSorted(byProblem)
  return (
    <Stack gap="sm" component="section">
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h3">
          {words.stations}
        </Title>
        <TextInput
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      </Group>
      <Hint>{words.legend}</Hint>
      {found.length === 0 && <Text>{words.noneFound}</Text>}
      {found.length > 0 && (
        <div className={classes.stations}>
          {found.slice(0, shown).map((station) => (
            <StationRow key={station.code} station={station} />
          ))}
        </div>
      )}
      {found.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + AT_ONCE)}>
          {more}
        </Button>
      )}
    </Stack>
  )
}

function StationRow({ station }: { station: PublicStation }) {
  const words = usePublicWords()
  const { status } = usePartWords()
  const { percent } = useFigures()
  const { code, name, uptimePct, measured, days } = station
  return (
    <article className={classes.station} aria-label={`${code} ${name}`}>
      <div className={classes.named}>
        <Text fw={600} size="sm">
          {code}{' '}
          <Hint span fw={400}>
            {name}
          </Hint>{' '}
          {station.simulated && <Simulated />}
        </Text>
      </div>
      <div className={classes.status}>
        <StatusMark status={shownStatus(station)} />
      </div>
      <div className={classes.history}>
        <UptimeBars days={days} label={words.bars(code)} compact />
      </div>
      <Text size="xs" className={classes.uptime ?? ''}>
        {uptimePct !== null && (hasHistory(days) ? words.uptime(percent(uptimePct)) : words.young)}
        {uptimePct === null && measured && words.notMeasured}{' '}
        {!measured && station.status !== 'maintenance' && words.declared(status[station.status])}
      </Text>
    </article>
  )
}

/** Removes accents and case for the search. */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
