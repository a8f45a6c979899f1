// Where the customer works, and what to expect there.
import { Alert, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Expectation, Shop } from '../../../../src/visitors/contract.ts'
import type { Position } from '../../map/position-picker.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { Waiting } from '../../parts/waiting.tsx'
import { askAbout } from '../state.ts'
import { shopApi, useShopWords } from './api.ts'

const PositionPicker = lazy(() => import('../../map/position-picker.tsx'))
const tilesOf = async (signal: AbortSignal) => (await askAbout(signal)).map

const inRange = (text: string, most: number) =>
  /^-?\d{1,3}([.,]\d+)?$/.test(text.trim()) && Math.abs(Number(text.replace(',', '.'))) <= most

export function PlaceChoice({
  stations,
  value,
  onChange,
}: {
  stations: Shop['stations']
  value: Position | null
  onChange: (position: Position | null) => void
}) {
  const words = useShopWords()
  const [typed, setTyped] = useState({ lat: '', lng: '' })
  // Only to be seen: how they are doing is the status page's to tell.
  const others = useMemo(
    () => stations.map((station, id) => ({ ...station, id, status: 'online' as const, measured: false })),
    [stations],
  )
  const pick = (position: Position) => {
    setTyped({ lat: String(position.lat), lng: String(position.lng) })
    onChange(position)
  }
  const type = (field: 'lat' | 'lng', text: string) => {
    const now = { ...typed, [field]: text }
    setTyped(now)
    const complete = inRange(now.lat, 90) && inRange(now.lng, 180)
    onChange(complete ? { lat: Number(now.lat.replace(',', '.')), lng: Number(now.lng.replace(',', '.')) } : null)
  }
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {words.placeHint}
      </Text>
      <Suspense fallback={<Waiting />}>
        <PositionPicker
          label={words.map}
          words={words.zoom}
          value={value}
          onPick={pick}
          others={others}
          fit
          askTiles={tilesOf}
        />
      </Suspense>
      <Group grow>
        {(['lat', 'lng'] as const).map((field) => (
          <TextInput
            key={field}
            label={words[field]}
            value={typed[field]}
            onChange={({ currentTarget }) => type(field, currentTarget.value)}
            inputMode="text"
            autoComplete="off"
          />
        ))}
      </Group>
    </Stack>
  )
}

export const useExpectation = (productId: number | null, position: Position | null) =>
  useQuery({
    queryKey: ['expectation', productId, position],
    queryFn: async ({ signal }) => (await shopApi.expectation(productId!, position!, signal)).expectation,
    enabled: productId !== null && position !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })

export function ExpectationNotice({ expectation, error }: { expectation: Expectation | undefined; error: unknown }) {
  const words = useShopWords()
  const { number } = useFigures()
  if (error) return <ProblemPanel error={error} />
  if (!expectation) return null
  const { covered, station, distanceKm, errorMm } = expectation
  const km = number(distanceKm ?? 0, 1)
  const Icon = covered ? IconCircleCheck : IconCircleX
  return (
    <Alert
      role="status"
      color={covered ? 'green' : 'orange'}
      icon={<Icon aria-hidden />}
      title={covered ? words.covered : words.notCovered}
    >
      {covered && (
        <Text size="sm">{station ? words.byStation(station.code, station.name, km) : words.byNetwork(km)}</Text>
      )}
      {covered && errorMm && (
        <Text size="sm">{words.expect(number(errorMm.horizontal), number(errorMm.vertical))}</Text>
      )}
      {!covered && <Text size="sm">{station ? words.nearest(station.code, station.name, km) : words.nothingNear}</Text>}
    </Alert>
  )
}
