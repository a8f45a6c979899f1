// The wall behind a public link.
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Wall } from '../../../src/http/public/contract.ts'
import { type Status, shownStatus } from '../parts/marks/status-mark.tsx'
import { Waiting } from '../parts/waiting.tsx'
import type { WallAlert } from '../wall/ticker.tsx'
import { useDark } from '../wall/use-dark.ts'
import { WallView } from '../wall/view.tsx'
import classes from '../wall/wall.module.css'
import { useWallWords } from '../wall/words.ts'
import { usePartWords } from '../words/common.ts'
import { askAbout } from './state.ts'

const EVERY_MS = 5_000
const tilesOf = async (signal: AbortSignal) => (await askAbout(signal)).map

/** `null` if the link is unknown or was withdrawn. */
async function askWall(key: string, signal: AbortSignal): Promise<Wall | null> {
  const response = await fetch(`/public/wall/${encodeURIComponent(key)}`, { signal })
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
  return response.json()
}

export default function WallPage({ wallKey }: { wallKey: string }) {
  const words = useWallWords()
  const { data: wall, error } = useQuery({
    queryKey: ['wall', wallKey],
    queryFn: ({ signal }) => askWall(wallKey, signal),
    refetchInterval: ({ state }) => (state.data === null ? false : EVERY_MS),
    // A screen shows the wall for weeks.
    refetchIntervalInBackground: true,
  })
  useDark()
  const alertsOf = useAlerts()
  if (wall === undefined) return error ? <Message title={words.failed} /> : <Waiting />
  if (wall === null) return <Message title={words.gone} hint={words.goneHint} />
  return <WallView facts={{ ...wall, alerts: alertsOf(wall), isStale: error !== null }} askTiles={tilesOf} />
}

function Message({ title, hint }: { title: string; hint?: string }) {
  return (
    <main className={classes.message}>
      <Title order={1} size="h2">
        {title}
      </Title>
      {hint && <Text>{hint}</Text>}
    </main>
  )
}

const SEVERITIES: Partial<Record<Status, WallAlert['severity']>> = { offline: 'critical', degraded: 'warning' }

/** Stations with problems, then incidents that the operator published. */
function useAlerts(): (wall: Wall) => WallAlert[] {
  const words = useWallWords()
  const { status: statusWords } = usePartWords()
  return ({ stations, incidents }) => [
    ...stations
      .flatMap((station): WallAlert[] => {
        const status = shownStatus(station)
        const severity = SEVERITIES[status]
        const text = words.stationIs(station.code, station.name, statusWords[status].toLowerCase())
        return severity ? [{ key: station.code, severity, text, since: null }] : []
      })
      .sort((a, b) => Number(b.severity === 'critical') - Number(a.severity === 'critical')),
    ...incidents.map(({ id, title, createdAt }) => ({
      ...{ key: `incident ${id}`, severity: 'note' as const, text: title, since: createdAt },
    })),
  ]
}
