// The wall: a live view of the network for large screens, in the console and behind a public link.
import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core'
import {
  IconMaximize,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  type TablerIcon,
} from '@tabler/icons-react'
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLanguage } from '../language.tsx'
import type { Tiles } from '../map/base-map.ts'
import type { MapRover } from '../map/marks/rover-marks.tsx'
import { SimulatedBand, SimulatedShare } from '../parts/marks/simulated.tsx'
import { useFigures } from '../parts/text/figures.ts'
import { localeOf, NETWORK_ZONE } from '../parts/text/moment.tsx'
import { Brand } from '../shell/brand.tsx'
import { regionsOf } from './regions.ts'
import { Ticker, type WallAlert } from './ticker.tsx'
import { useDark } from './use-dark.ts'
import classes from './wall.module.css'
import type { WallStation } from './wall-map.tsx'
import { useWallWords } from './words.ts'

const WallMap = lazy(() => import('./wall-map.tsx'))
const REGION_MS = 20_000
const CLOCK_MS = 5_000
const MARGIN_PX = 48
/** Room for a code to the right of its mark. */
const RIGHT_PX = 104

export interface WallFacts {
  readonly network: { readonly name: string; readonly simulated: 'none' | 'some' | 'all' }
  readonly stations: readonly WallStation[]
  readonly located: readonly MapRover[]
  readonly rovers: { readonly connected: number; readonly fixed: number }
  /** `null` if not measured. */
  readonly bytesPerMinute: number | null
  readonly alerts: readonly WallAlert[]
  /** The newest data could not be loaded. */
  readonly isStale: boolean
}

interface Props {
  readonly facts: WallFacts
  readonly askTiles?: (signal: AbortSignal) => Promise<Tiles>
  /** Further buttons beside those of the tour. */
  readonly actions?: ReactNode
}

export function WallView({ facts, askTiles, actions }: Props) {
  const words = useWallWords()
  const { network, stations, located, alerts, isStale } = facts
  useDark()
  useEffect(() => {
    document.title = `${words.title} · ${network.name}`
  }, [words, network.name])
  const tour = useTour(stations)
  const figures = useRef<HTMLDListElement>(null)
  const covered = useCallback(() => coveredBy(figures.current), [])
  return (
    <SimulatedShare value={network.simulated}>
      <main className={classes.wall}>
        <SimulatedBand />
        <div className={classes.stage}>
          <Suspense fallback={null}>
            <WallMap
              label={words.map}
              stations={stations}
              rovers={located}
              regionKey={tour.key}
              region={tour.stations}
              covered={covered}
              askTiles={askTiles}
            />
          </Suspense>
          <header className={classes.head}>
            <VisuallyHidden component="h1">{words.title}</VisuallyHidden>
            <Brand name={network.name} />
            <Clock />
          </header>
          <div className={classes.controls}>
            <span className={classes.region}>{tour.names.join(' · ') || words.wholeNetwork}</span>
            {tour.length > 1 && (
              <>
                <Control
                  icon={tour.isPaused ? IconPlayerPlay : IconPlayerPause}
                  label={tour.isPaused ? words.resume : words.pause}
                  onClick={tour.pause}
                />
                <Control icon={IconPlayerTrackNext} label={words.next} onClick={tour.next} />
              </>
            )}
            {document.fullscreenEnabled && (
              <Control icon={IconMaximize} label={words.fullScreen} onClick={() => void toggleFullScreen()} />
            )}
            {actions}
          </div>
          <Figures facts={facts} box={figures} />
        </div>
        <Ticker alerts={alerts} isStale={isStale} />
      </main>
    </SimulatedShare>
  )
}

/** The whole network, then each region. */
function useTour(stations: readonly WallStation[]) {
  const [turn, setTurn] = useState(0)
  const [isPaused, setPaused] = useState(false)
  // Regions change only if stations are added, moved or removed.
  const key = stations.map(({ code, lat, lng }) => `${code} ${lat} ${lng}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key covers what regions depend on
  const views = useMemo(() => [{ names: [] as readonly string[], stations }, ...regionsOf(stations)], [key])
  const isTurning = views.length > 1 && !isPaused
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn starts its full time
  useEffect(() => {
    if (!isTurning) return
    const timer = setTimeout(() => setTurn((turn) => turn + 1), REGION_MS)
    return () => clearTimeout(timer)
  }, [isTurning, turn])
  const place = turn % views.length
  return {
    ...views[place]!,
    key: `${place} ${key}`,
    length: views.length,
    isPaused,
    pause: () => setPaused(!isPaused),
    next: () => setTurn(turn + 1),
  }
}

export function Control({ icon: Icon, label, onClick }: { icon: TablerIcon; label: string; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} onClick={onClick}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

const toggleFullScreen = () =>
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()

function Figures({ facts, box }: { facts: WallFacts; box: RefObject<HTMLDListElement | null> }) {
  const words = useWallWords()
  const { number, bytes } = useFigures()
  const { stations, rovers, bytesPerMinute } = facts
  const online = stations.filter(({ status, measured }) => measured && status === 'online').length
  const figures = [
    { label: words.stations, value: number(online), detail: words.of(stations.length) },
    { label: words.rovers, value: number(rovers.connected) },
    { label: words.fixed, value: number(rovers.fixed), detail: words.of(rovers.connected) },
    { label: words.data, value: bytesPerMinute === null ? '—' : bytes(bytesPerMinute) },
  ]
  return (
    <dl className={classes.figures} ref={box} aria-label={words.figures}>
      {figures.map(({ label, value, detail }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value} {detail && <small>{detail}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Clock() {
  const { language } = useLanguage()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), CLOCK_MS)
    return () => clearInterval(timer)
  }, [])
  const format = new Intl.DateTimeFormat(localeOf(language), {
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: NETWORK_ZONE },
  })
  return (
    <time className={classes.clock} dateTime={now.toISOString()}>
      {format.format(now)}
    </time>
  )
}

/** The figures are at the left edge of a wide screen and at the bottom of a narrow one. */
function coveredBy(figures: HTMLElement | null) {
  const all = { left: MARGIN_PX, top: 2 * MARGIN_PX, right: RIGHT_PX, bottom: MARGIN_PX }
  const stage = figures?.parentElement?.getBoundingClientRect()
  if (!figures || !stage) return all
  const box = figures.getBoundingClientRect()
  return box.width < stage.width / 2
    ? { ...all, left: box.right - stage.left + MARGIN_PX }
    : { ...all, bottom: stage.bottom - box.top + MARGIN_PX / 2 }
}
