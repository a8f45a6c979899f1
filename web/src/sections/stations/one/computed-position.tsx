// Offers the position that the network computed, beside the fields of the registered one.
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconMapPinCheck } from '@tabler/icons-react'
import { useLanguage } from '../../../language.tsx'
import type { TypedPosition } from '../../../map/places/typed-position.ts'
import { useFigures } from '../../../parts/text/figures.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { useAnswer } from '../../../service/answers.ts'
import { at, urlOf } from '../../../service/api.ts'
import { useStationWords } from '../words.ts'

interface Props {
  readonly stationId: number
  readonly onUse: (position: TypedPosition) => void
}

export function ComputedPosition({ stationId, onUse }: Props) {
  const words = useStationWords()
  const { language } = useLanguage()
  const { number } = useFigures()
  const { data } = useAnswer(at('/stations/:id/computed-position', { id: stationId }))
  if (!data?.computed) return null
  const { computed, datum, metres } = data
  const { lat, lng, height, error, hours, baselines, isAttributed, lastDay } = computed
  const isOff = metres !== null && metres > error.horizontal
  const place = { lat: lat.toFixed(9), lng: lng.toFixed(9) }
  return (
    <Alert color={isOff ? 'yellow' : 'gray'} icon={<IconMapPinCheck aria-hidden />} title={words.computedTitle}>
      <Stack gap="xs">
        <Text size="sm">
          {metres === null
            ? words.computedNoRegistered
            : isOff
              ? words.computedOff(number(metres, metres < 1 ? 3 : 2))
              : words.computedAgrees(number(metres, 3))}
        </Text>
        <Text size="sm">
          <span className="code">
            {place.lat}, {place.lng}
          </span>
          , {words.computedHeight(number(height, 3))}
          <br />
          {words.computedError(number(error.horizontal, 3), number(error.vertical, 3))}
          <br />
          {words.computedFrom(number(hours, 1), lastDay, baselines)} {datum}
        </Text>
        {!isAttributed && <Hint>{words.computedSingle}</Hint>}
        <Group gap="sm">
          {isOff && (
            <Button size="xs" onClick={() => onUse(place)}>
              {words.computedUse}
            </Button>
          )}
          <Anchor
            size="sm"
            href={urlOf(at('/stations/:id/computed-position.pdf', { id: stationId }), { language })}
            download
          >
            {words.computedReport}
          </Anchor>
        </Group>
      </Stack>
    </Alert>
  )
}
