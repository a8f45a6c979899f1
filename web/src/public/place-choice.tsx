// A place, picked on the map or typed.
import { Group, Stack, TextInput } from '@mantine/core'
import type L from 'leaflet'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { Shop, ShopProduct } from '../../../src/http/public/contract.ts'
import type { Position } from '../map/places/position-picker.tsx'
import { Hint } from '../parts/text/hint.ts'
import { Waiting } from '../parts/waiting.tsx'
import { askAbout, usePublicWords } from './state.ts'

const PositionPicker = lazy(() => import('../map/places/position-picker.tsx'))
const tilesOf = async (signal: AbortSignal) => (await askAbout(signal)).map

const inRange = (text: string, most: number) =>
  /^-?\d{1,3}([.,]\d+)?$/.test(text.trim()) && Math.abs(Number(text.replace(',', '.'))) <= most

interface Props {
  readonly stations: Shop['stations']
  readonly area?: ShopProduct['fence']
  readonly value: Position | null
  readonly onChange: (position: Position | null) => void
  /** Drawn below the stations. */
  readonly layers?: (map: L.Map) => ReactNode
  readonly tall?: boolean
  /** Beside the fields. */
  readonly button?: ReactNode
}

export function PlaceChoice({ stations, area = null, value, onChange, layers, tall = false, button }: Props) {
  const words = usePublicWords().place
  const [typed, setTyped] = useState({ lat: '', lng: '' })
  const others = useMemo(() => stations.map((station, id) => ({ ...station, id })), [stations])
  // A value that was not typed here was picked: on the map, or by a button of the page.
  const isTyped = value !== null && toNumber(typed.lat) === value.lat && toNumber(typed.lng) === value.lng
  const shown = value === null || isTyped ? typed : { lat: String(value.lat), lng: String(value.lng) }
  const type = (field: 'lat' | 'lng', text: string) => {
    const now = { ...shown, [field]: text }
    setTyped(now)
    const complete = inRange(now.lat, 90) && inRange(now.lng, 180)
    onChange(complete ? { lat: toNumber(now.lat), lng: toNumber(now.lng) } : null)
  }
  return (
    <Stack gap="xs">
      <Hint>{words.hint}</Hint>
      <Suspense fallback={<Waiting />}>
        <PositionPicker
          label={words.map}
          value={value}
          onPick={onChange}
          others={others}
          area={area}
          fit
          tall={tall}
          layers={layers}
          askTiles={tilesOf}
        />
      </Suspense>
      <Group align="end" gap="sm">
        {(['lat', 'lng'] as const).map((field) => (
          <TextInput
            key={field}
            label={words[field]}
            value={shown[field]}
            onChange={({ currentTarget }) => type(field, currentTarget.value)}
            inputMode="text"
            autoComplete="off"
            flex="1 1 120px"
          />
        ))}
        {button}
      </Group>
    </Stack>
  )
}

const toNumber = (text: string) => Number(text.trim().replace(',', '.'))
