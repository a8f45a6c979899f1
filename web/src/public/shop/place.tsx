// Where the customer works, and what coverage to expect there.
import { Alert, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Expectation, Shop, ShopProduct } from '../../../../src/http/public/contract.ts'
import type { Position } from '../../map/places/position-picker.tsx'
import { StatusShape } from '../../parts/marks/status-mark.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { Waiting } from '../../parts/waiting.tsx'
import { askAbout } from '../state.ts'
import { shopApi, useShopWords } from './api.ts'

const PositionPicker = lazy(() => import('../../map/places/position-picker.tsx'))
const tilesOf = async (signal: AbortSignal) => (await askAbout(signal)).map

const inRange = (text: string, most: number) =>
  /^-?\d{1,3}([.,]\d+)?$/.test(text.trim()) && Math.abs(Number(text.replace(',', '.'))) <= most

export function PlaceChoice({
  stations,
  area,
  value,
  onChange,
}: {
  stations: Shop['stations']
  area: ShopProduct['fence']
  value: Position | null
  onChange: (position: Position | null) => void
}) {
  const words = useShopWords()
  const [typed, setTyped] = useState({ lat: '', lng: '' })
  const others = useMemo(() => stations.map((station, id) => ({ ...station, id })), [stations])
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
          value={value}
          onPick={pick}
          others={others}
          area={area}
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
  const { covered, measured, notSold, station, distanceKm, errorMm } = expectation
  const km = number(distanceKm ?? 0, 1)
  // Coverage that is not measured is never green.
  const [color, icon, title] = !covered
    ? ['orange', <IconCircleX key="no" aria-hidden />, notSold ? words.notSold : words.notCovered]
    : measured
      ? ['green', <IconCircleCheck key="yes" aria-hidden />, words.covered]
      : ['gray', <StatusShape key="unknown" status="unknown" size={20} />, words.coveredUnmeasured]
  return (
    <Alert
      role="status"
      color={color}
      icon={icon}
      title={title}
      styles={{ title: { color: 'var(--mantine-color-text)' } }} // orange on orange is hard to read
    >
      {covered && (
        <Text size="sm">{station ? words.byStation(station.code, station.name, km) : words.byNetwork(km)}</Text>
      )}
      {covered && errorMm && (
        <Text size="sm">{words.expect(number(errorMm.horizontal), number(errorMm.vertical))}</Text>
      )}
      {covered && !measured && <Text size="sm">{words.unmeasuredHint}</Text>}
      {!covered && (
        <Text size="sm">
          {notSold === 'outside_area'
            ? words.outsideArea
            : !station
              ? words.nothingNear
              : notSold
                ? words.notSoldWhy[notSold](station.code, station.name, km)
                : words.nearest(station.code, station.name, km)}
        </Text>
      )}
    </Alert>
  )
}
