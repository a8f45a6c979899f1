// The sky as seen from the station: north is up, the zenith in the middle.
import type { ShownQuality, ShownQualityDay } from '../../../../../../src/http/console/contract/stations/quality.ts'
import styles from './skyplot.module.css'
import strength from './strength.module.css'
import { STRENGTH_STEPS, strengthStep } from './strength.ts'
import { strengthClass } from './strength-legend.tsx'
import { useQualityWords } from './words.ts'

const RADIUS = 150
const MIDDLE = 170
const SECTOR_DEGREES = 10
/** Receivers may leave out lower satellites. */
const MASK_DEGREES = 10
/** Samples farther apart belong to two passes. */
const PASS_MINUTES = 25

function place(azimuth: number, elevation: number): [x: number, y: number] {
  const distance = RADIUS * (1 - elevation / 90)
  const radians = (azimuth * Math.PI) / 180
  return [MIDDLE + distance * Math.sin(radians), MIDDLE - distance * Math.cos(radians)]
}

/** The part of a sector from the horizon up to its mask. */
function sectorPath(sector: number, elevation: number): string {
  const at = (azimuth: number, up: number) =>
    place(azimuth, up)
      .map((value) => value.toFixed(1))
      .join(' ')
  const [from, to] = [sector * SECTOR_DEGREES, (sector + 1) * SECTOR_DEGREES]
  const inner = RADIUS * (1 - elevation / 90)
  return `M${at(from, 0)} A${RADIUS} ${RADIUS} 0 0 1 ${at(to, 0)} L${at(to, elevation)} A${inner} ${inner} 0 0 0 ${at(from, elevation)} Z`
}

type Tracks = ShownQualityDay['tracks']

/** One path for each step of C/N0, so that a day of all satellites is a handful of elements. */
function trackPaths(tracks: Tracks): { readonly step: number | null; readonly path: string }[] {
  const paths = new Map<number | null, string>()
  for (const { points } of tracks)
    for (const [index, [minutes, azimuth, elevation, cn0]] of points.entries()) {
      const before = points[index - 1]
      if (!before || minutes - before[0] > PASS_MINUTES) continue
      const [from, to] = [place(before[1], before[2]), place(azimuth, elevation)].map((at) =>
        at.map((value) => value.toFixed(1)).join(' '),
      )
      const step = strengthStep(cn0)
      paths.set(step, `${paths.get(step) ?? ''}M${from}L${to}`)
    }
  return [null, ...[0, ...STRENGTH_STEPS].keys()].flatMap((step) => {
    const path = paths.get(step)
    return path ? [{ step, path }] : []
  })
}

interface Props extends Pick<ShownQuality, 'sky' | 'mask'> {
  /** If set, the tracks of a day are drawn instead of the satellites of now. */
  readonly tracks?: Tracks | undefined
}

export function Skyplot({ sky, mask, tracks }: Props) {
  const words = useQualityWords()
  const tracked = sky.filter(({ isTracked }) => isTracked).length
  const ends = [
    [0, words.north],
    [90, words.east],
    [180, words.south],
    [270, words.west],
  ] as const
  return (
    <svg
      viewBox="0 0 340 340"
      className={styles.sky}
      role="img"
      aria-label={tracks ? words.tracksLabel(tracks.length) : words.skyLabel(tracked, sky.length - tracked)}
    >
      {mask.map((elevation, sector) =>
        elevation !== null && elevation > MASK_DEGREES ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sector is its index
          <path key={sector} d={sectorPath(sector, elevation)} className={styles.mask} />
        ) : null,
      )}
      {[0, 30, 60].map((elevation) => (
        <circle key={elevation} cx={MIDDLE} cy={MIDDLE} r={RADIUS * (1 - elevation / 90)} className={styles.grid} />
      ))}
      <path d={`M20 ${MIDDLE} H320 M${MIDDLE} 20 V320`} className={styles.grid} />
      {ends.map(([azimuth, name]) => {
        const [x, y] = place(azimuth, -5)
        return (
          <text key={azimuth} x={x} y={y} className={styles.end}>
            {name}
          </text>
        )
      })}
      {tracks
        ? trackPaths(tracks).map(({ step, path }) => (
            <path
              key={step}
              d={path}
              className={`${strength.line} ${strengthClass(step)} ${step === null ? styles.untracked : ''}`}
            />
          ))
        : sky.map(({ satellite, azimuth, elevation, cn0, isTracked }) => {
            const [x, y] = place(azimuth, elevation)
            const missing = elevation < MASK_DEGREES ? styles.low : styles.missing
            return (
              <g key={satellite}>
                <circle
                  cx={x}
                  cy={y}
                  r={6}
                  className={isTracked ? `${strength.fill} ${strengthClass(strengthStep(cn0))}` : missing}
                />
                <text x={x} y={y - 9} className={styles.name}>
                  {satellite}
                </text>
              </g>
            )
          })}
    </svg>
  )
}
