// Open conditions of the station, each with its value and limit. For a moved antenna, also the two ways to resolve it.
import { Alert, Group, List, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Alarm, StationDetail, WholeStation } from '../../../../../src/http/console/contract/stations/stations.ts'
import { ActButton } from '../../../parts/buttons/act-button.tsx'
import { ConfirmButton } from '../../../parts/buttons/confirm-button.tsx'
import { notify } from '../../../parts/notify.ts'
import { useFigures } from '../../../parts/text/figures.ts'
import { Moment } from '../../../parts/text/moment.tsx'
import { upperFirst } from '../../../parts/text/upper-first.ts'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { alarmText, useCodeWords } from '../../../words/codes.ts'
import { useRefresh } from '../use-station.ts'
import { useStationWords } from '../words.ts'

/** Conditions under which the station delivers nothing usable. */
const DOWN: readonly Alarm['kind'][] = ['down', 'no_observations']

export function Concerns({ answer: { station, concerns } }: { answer: WholeStation }) {
  const words = useStationWords()
  const codes = useCodeWords()
  const { number } = useFigures()
  if (station.archived) return null
  const others = concerns.filter(({ kind }) => kind !== 'moved')
  return (
    <>
      {others.length > 0 && (
        <Alert
          color={others.some(({ kind }) => DOWN.includes(kind)) ? 'red' : 'orange'}
          icon={<IconAlertTriangle aria-hidden />}
          title={words.concerns}
          styles={{ title: { color: 'var(--mantine-color-text)' } }}
        >
          <List size="sm" listStyleType="none">
            {others.map((concern) => (
              <List.Item key={concern.kind}>
                {upperFirst(alarmText(codes, concern))}
                {concern.since && (
                  <Text span c="dimmed" size="xs">
                    {' · '}
                    <Moment at={concern.since} />
                  </Text>
                )}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {station.movedM !== null && <Moved station={station} metres={station.movedM} />}
      {station.movedM === null && station.positionAckedAt && (
        <Alert color="gray">
          {words.movedKnown(number(station.positionOffsetM ?? 0, 2))} <Moment at={station.positionAckedAt} />.
        </Alert>
      )}
    </>
  )
}

function Moved({ station, metres }: { station: StationDetail; metres: number }) {
  const words = useStationWords()
  const codes = useCodeWords()
  const mayChange = useMay('network.change')
  const { announced, takenOutFrom, movedLimitM } = station
  const told = alarmText(codes, { kind: 'moved', params: { metres, most: movedLimitM } })
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={upperFirst(told)}>
      <Stack gap="xs">
        <Text size="sm">
          {announced && (
            <>
              {words.movedAnnounced} <Moment at={announced.since} />.{' '}
            </>
          )}
          <TakenOut from={takenOutFrom} />
        </Text>
        {announced && (
          <Text size="sm" component="div">
            {words.movedRegistered}: <span className="code">{placeText(station)}</span>
            <br />
            {words.movedTold}: <span className="code">{placeText(announced)}</span>
          </Text>
        )}
        {mayChange && <Decisions station={station} />}
      </Stack>
    </Alert>
  )
}

function TakenOut({ from }: { from: string | null }) {
  const words = useStationWords()
  if (from === null) return words.movedServes
  if (new Date(from) <= new Date()) return words.movedOut
  return (
    <>
      {words.movedSoonOut} <Moment at={from} />.
    </>
  )
}

function Decisions({ station }: { station: StationDetail }) {
  const words = useStationWords()
  const refresh = useRefresh()
  const { id, code } = station
  const decide = async (holds: 'registered' | 'announced', told: string) => {
    await api.post(at('/stations/:id/position', { id }), { holds })
    notify(told)
    await refresh()
  }
  return (
    <Group gap="xs">
      {station.announced && (
        <ConfirmButton
          size="xs"
          harmless
          action={words.movedAccept}
          title={words.movedAcceptTitle(code)}
          consequence={words.movedAcceptConsequence(placeText(station.announced))}
          onConfirm={() => decide('announced', words.movedAccepted(code))}
        />
      )}
      <ActButton
        size="xs"
        variant="default"
        h="auto"
        py={6}
        styles={{ label: { whiteSpace: 'normal' } }} // two lines on a phone
        text={words.movedKeep}
        act={() => decide('registered', words.movedKept(code))}
      />
    </Group>
  )
}

/** Nine decimals: a tenth of a millimetre. */
const placeText = ({ lat, lng }: { lat: number; lng: number }) => `${lat.toFixed(9)}, ${lng.toFixed(9)}`
