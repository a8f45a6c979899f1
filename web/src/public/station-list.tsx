import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { UptimeBars } from '../parts/figures/uptime-bars.tsx'
import { Simulated } from '../parts/marks/simulated.tsx'
import { StatusMark, shownStatus } from '../parts/marks/status-mark.tsx'
import { useFigures } from '../parts/text/figures.ts'
import { usePartWords } from '../words/common.ts'
import classes from './frame.module.css'
import { type PublicStation, usePublicWords } from './state.ts'

/** Each station has sixty bars: a phone cannot render a whole large network at once. */
const AT_ONCE = 40

export function StationList({ stations }: { stations: readonly PublicStation[] }) {
  const words = usePublicWords()
  const { more } = usePartWords()
  const [wanted, setWanted] = useState('')
  const [shown, setShown] = useState(AT_ONCE)
  const found = stations.filter(({ code, name }) => fold(`${code} ${name}`).includes(fold(wanted)))
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
      <Text size="sm" c="dimmed">
        {words.legend}
      </Text>
      {found.length === 0 && <Text>{words.noneFound}</Text>}
      {found.slice(0, shown).map((station) => (
        <StationRow key={station.code} station={station} />
      ))}
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
      <Group justify="space-between" gap="xs" mb={8}>
        <Text fw={600}>
          {code}{' '}
          <Text span c="dimmed" fw={400}>
            {name}
          </Text>{' '}
          {station.simulated && <Simulated />}
        </Text>
        <Group gap="md">
          {(uptimePct !== null || measured) && (
            <Text size="sm">{uptimePct === null ? words.notMeasured : words.uptime(percent(uptimePct))}</Text>
          )}
          <StatusMark status={shownStatus(station)} />
          {!measured && station.status !== 'maintenance' && (
            <Text size="xs" c="dimmed">
              {words.declared(status[station.status])}
            </Text>
          )}
        </Group>
      </Group>
      <UptimeBars days={days} label={words.bars(code)} />
    </article>
  )
}

/** Removes accents and case for the search. */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
