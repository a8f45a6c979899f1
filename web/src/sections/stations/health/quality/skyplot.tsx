// The sky as seen from the station: north is up, the zenith in the middle.
import type { ShownQuality } from '../../../../../../src/http/console/contract/stations/quality.ts'
import styles from './skyplot.module.css'
import { useQualityWords } from './words.ts'

const RADIUS = 150
const MIDDLE = 170
const SECTOR_DEGREES = 10
/** Receivers may leave out lower satellites. */
const MASK_DEGREES = 10
/** C/N0 between which the colour changes, in dB-Hz. */
const [WEAK, STRONG] = [30, 50]

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

const strengthOf = (cn0: number | null) =>
  cn0 === null ? 0.5 : Math.min(1, Math.max(0.15, (cn0 - WEAK) / (STRONG - WEAK)))

export function Skyplot({ sky, mask }: Pick<ShownQuality, 'sky' | 'mask'>) {
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
      aria-label={words.skyLabel(tracked, sky.length - tracked)}
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
      {sky.map(({ satellite, azimuth, elevation, cn0, isTracked }) => {
        const [x, y] = place(azimuth, elevation)
        return (
          <g key={satellite}>
            <circle
              cx={x}
              cy={y}
              r={6}
              className={isTracked ? styles.tracked : elevation < MASK_DEGREES ? styles.low : styles.missing}
              fillOpacity={isTracked ? strengthOf(cn0) : 0}
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
