// The geofence of a credential: drawn on the map or typed. Both edit the same value.
import { Button, Group, SegmentedControl, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { lazy, Suspense, useCallback, useMemo, useRef } from 'react'
import type { Geofence } from '../../../../src/http/console/contract/credentials/geofence.ts'
import { Hint } from '../../parts/text/hint.ts'
import { toNumber } from '../../parts/text/typed-number.ts'
import { Waiting } from '../../parts/waiting.tsx'
import { useLive } from '../../service/live.ts'
import { usePartWords } from '../../words/common.ts'
import { geofenceIn, type Point, pointsIn, type TypedGeofence, textOf } from './typed-geofence.ts'
import { positionIn } from './typed-position.ts'

const GeofenceMap = lazy(() => import('./geofence-map.tsx'))

interface Props {
  readonly value: TypedGeofence
  readonly onChange: (fence: TypedGeofence) => void
  readonly fault?: string | undefined
  readonly radiusFault?: string | undefined
}

export function GeofenceFields({ value, onChange, fault, radiusFault }: Props) {
  const { fence: words, place } = usePartWords()
  const { stations } = useLive()
  const others = useMemo(() => [...(stations?.values() ?? [])], [stations])
  const { shape, centre, radiusKm, points: text, onBase } = value
  const { points, whole } = pointsIn(text)
  const position = positionIn(centre)
  const radius = toNumber(radiusKm)
  const circle = shape === 'circle' && position && typeof radius === 'number' ? { ...position, radiusKm: radius } : null
  // Refs, so that the map's handlers stay the same while a point is dragged.
  const now = useRef(value)
  now.current = value
  const change = useRef(onChange)
  change.current = onChange
  const click = useCallback((point: Point) => {
    const before = now.current
    if (before.shape === 'circle')
      change.current({ ...before, centre: { lat: String(point[0]), lng: String(point[1]) } })
    else change.current({ ...before, points: textOf([...pointsIn(before.points).points, point]) })
  }, [])
  const move = useCallback((index: number, point: Point) => {
    const before = now.current
    change.current({ ...before, points: textOf(pointsIn(before.points).points.with(index, point)) })
  }, [])
  const wrong = shape !== 'none' && geofenceIn(value) === undefined && (text !== '' || position !== null)
  return (
    <Stack gap="xs">
      <SegmentedControl
        fullWidth
        aria-label={words.shape}
        value={shape}
        onChange={(chosen) => onChange({ ...value, shape: chosen as TypedGeofence['shape'] })}
        data={(['none', 'circle', 'polygon'] as const).map((one) => ({ value: one, label: words.shapes[one] }))}
      />
      {shape !== 'none' && (
        <>
          <Hint>{shape === 'circle' ? words.clickCentre : words.clickPoints}</Hint>
          <Suspense fallback={<Waiting />}>
            <GeofenceMap
              label={words.map}
              circle={circle}
              points={shape === 'polygon' ? points : []}
              onClick={click}
              onMove={move}
              stations={others}
            />
          </Suspense>
        </>
      )}
      {shape === 'circle' && (
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          {(['lat', 'lng'] as const).map((name) => (
            <TextInput
              key={name}
              label={name === 'lat' ? place.latitude : place.longitude}
              inputMode="decimal"
              value={centre[name]}
              onChange={({ currentTarget }) =>
                onChange({ ...value, centre: { ...centre, [name]: currentTarget.value } })
              }
              required
            />
          ))}
          <TextInput
            label={words.radius}
            inputMode="decimal"
            value={radiusKm}
            error={shape === 'circle' && radiusFault}
            onChange={({ currentTarget }) => onChange({ ...value, radiusKm: currentTarget.value })}
            required
          />
        </SimpleGrid>
      )}
      {shape === 'polygon' && (
        <>
          <Textarea
            label={words.points}
            description={words.pointsHint}
            autosize
            minRows={3}
            maxRows={8}
            value={text}
            error={whole ? undefined : words.pointsWrong}
            onChange={({ currentTarget }) => onChange({ ...value, points: currentTarget.value })}
            required
          />
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              disabled={points.length === 0}
              onClick={() => onChange({ ...value, points: textOf(points.slice(0, -1)) })}
            >
              {words.undo}
            </Button>
            <Button
              variant="default"
              size="xs"
              disabled={text === ''}
              onClick={() => onChange({ ...value, points: '' })}
            >
              {words.clear}
            </Button>
            <Hint>{words.pointsSet(points.length)}</Hint>
          </Group>
        </>
      )}
      {shape !== 'none' && (
        <>
          <Select
            label={words.onBase}
            description={words.onBaseHint}
            value={onBase}
            allowDeselect={false}
            data={(['tell', 'cut'] as const).map((one) => ({ value: one, label: words.onBases[one] }))}
            onChange={(chosen) => onChange({ ...value, onBase: chosen as TypedGeofence['onBase'] })}
          />
          <Hint>{words.hint}</Hint>
        </>
      )}
      {((fault && fault !== radiusFault) || wrong) && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {fault ?? words.missing[shape === 'polygon' ? 'polygon' : 'circle']}
        </Text>
      )}
    </Stack>
  )
}

export function GeofenceShown({ fence }: { fence: Geofence }) {
  const { fence: words } = usePartWords()
  const { stations } = useLive()
  const others = useMemo(() => [...(stations?.values() ?? [])], [stations])
  return (
    <Suspense fallback={<Waiting />}>
      <GeofenceMap
        label={words.map}
        circle={fence.shape === 'circle' ? fence : null}
        points={fence.shape === 'polygon' ? fence.points : []}
        stations={others}
      />
    </Suspense>
  )
}
