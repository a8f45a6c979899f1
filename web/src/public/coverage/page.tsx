// The public coverage: where rovers get corrections, the mountpoint for a place, and the data to download or embed.
import { Anchor, Button, Group, List, Stack, Text, Title } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type L from 'leaflet'
import { useCallback, useMemo, useState } from 'react'
import type { CoverageFeature, Shop, StationFeature, TriangleFeature } from '../../../../src/http/public/contract.ts'
import { useLanguage } from '../../language.tsx'
import type { Position } from '../../map/places/position-picker.tsx'
import { Answered } from '../../parts/answered.tsx'
import { SimulatedBand, SimulatedShare } from '../../parts/marks/simulated.tsx'
import { Panel } from '../../parts/panel.tsx'
import { CodeBlock } from '../../parts/text/code/code-block.tsx'
import { Hint } from '../../parts/text/hint.ts'
import { Frame } from '../frame.tsx'
import { PlaceChoice } from '../place-choice.tsx'
import { useAbout } from '../state.ts'
import { coverageApi, useCoverageWords } from './api.ts'
import { CoverageLayers } from './layers.tsx'
import { PlaceNotice } from './place-notice.tsx'

export function CoveragePage({ embedded }: { embedded: boolean }) {
  const words = useCoverageWords()
  const { data: about } = useAbout()
  if (embedded)
    return (
      <SimulatedShare value={about?.network.simulated ?? 'none'}>
        <SimulatedBand />
        <Stack p="xs" component="main">
          <Finder />
          <Text size="xs">
            <Anchor href="/coverage" target="_blank" rel="noopener" inherit>
              {about?.network.name ?? words.title}
            </Anchor>
          </Text>
        </Stack>
      </SimulatedShare>
    )
  return (
    <Frame network={about?.network} title={words.title}>
      <Stack gap="lg">
        <Stack gap={4}>
          <Title order={1} size="h2">
            {words.title}
          </Title>
          <Text c="dimmed">{words.hint}</Text>
        </Stack>
        <Finder />
        <DataPanel />
      </Stack>
    </Frame>
  )
}

function Finder() {
  const asked = useQuery({ queryKey: ['coverage'], queryFn: ({ signal }) => coverageApi.features(signal) })
  return <Answered asked={asked}>{({ features }) => <FinderMap features={features} />}</Answered>
}

function FinderMap({ features }: { features: readonly CoverageFeature[] }) {
  const { language } = useLanguage()
  const [position, setPosition] = useState<Position | null>(null)
  const stations = useMemo(() => features.filter(isStation).map(stationOf), [features])
  const triangles = useMemo(() => features.filter(isTriangle), [features])
  const layers = useCallback(
    (map: L.Map) => <CoverageLayers map={map} stations={stations} triangles={triangles} />,
    [stations, triangles],
  )
  const asked = useQuery({
    queryKey: ['place', position, language],
    queryFn: ({ signal }) => coverageApi.placeAt(position!, language, signal),
    enabled: position !== null,
    retry: false,
  })
  return (
    <Stack gap="sm">
      <PlaceChoice
        stations={stations}
        value={position}
        onChange={setPosition}
        layers={layers}
        tall
        button={<HereButton onFound={setPosition} />}
      />
      {position && <PlaceNotice place={asked.data?.place} error={asked.error} />}
    </Stack>
  )
}

function HereButton({ onFound }: { onFound: (position: Position) => void }) {
  const words = useCoverageWords()
  const [state, setState] = useState<'ready' | 'asking' | 'failed'>('ready')
  const ask = () => {
    setState('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('ready')
        onFound({ lat: rounded(coords.latitude), lng: rounded(coords.longitude) })
      },
      () => setState('failed'),
      { timeout: 20_000 },
    )
  }
  return (
    <Stack gap={4}>
      <Button
        variant="default"
        leftSection={<IconCurrentLocation size={18} aria-hidden />}
        loading={state === 'asking'}
        onClick={ask}
      >
        {words.here}
      </Button>
      {state === 'failed' && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {words.hereFailed}
        </Text>
      )}
    </Stack>
  )
}

function DataPanel() {
  const words = useCoverageWords()
  const { language } = useLanguage()
  const source = `${location.origin}/coverage/embed?language=${language}`
  const html = `<iframe src="${source}" title="${words.title}" width="100%" height="900" allow="geolocation" style="border:0"></iframe>`
  const files = [
    { href: '/coverage.geojson', label: 'GeoJSON', hint: words.geojson },
    { href: `/coverage.kml?language=${language}`, label: 'KML', hint: words.kml },
  ]
  return (
    <Panel title={words.data}>
      <List size="sm">
        {files.map(({ href, label, hint }) => (
          <List.Item key={href}>
            <Group gap={6}>
              <Anchor href={href} inherit>
                {label}
              </Anchor>
              <Hint>{hint}</Hint>
            </Group>
          </List.Item>
        ))}
      </List>
      <CodeBlock label={words.embed} text={html} />
    </Panel>
  )
}

const isStation = (feature: CoverageFeature): feature is StationFeature => feature.properties.tipo === 'estacion'
const isTriangle = (feature: CoverageFeature): feature is TriangleFeature => feature.properties.tipo === 'triangulo'

const stationOf = ({ geometry, properties }: StationFeature): Shop['stations'][number] & { radiusKm: number } => ({
  code: properties.codigo,
  name: properties.nombre,
  lat: geometry.coordinates[1],
  lng: geometry.coordinates[0],
  status: properties.status,
  measured: properties.telemetria,
  radiusKm: properties.radio_km,
})

const rounded = (degrees: number) => Number(degrees.toFixed(5))
