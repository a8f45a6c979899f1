// Both positions as a plan with north at the top. Maps have no detail at the scale of a moved antenna.
import { useFigures } from '../../../../parts/text/figures.ts'
import { useStationWords } from '../../words.ts'
import { lengthOf, type Offset } from './offsets.ts'

const SIZE = 160
const CENTRE = SIZE / 2
/** Share of the half plan that the vector takes at most. */
const REACH = 0.68
const LENGTHS = [1, 2, 5]

export function MovedPlan({ offset, code }: { offset: Offset; code: string }) {
  const words = useStationWords()
  const { number } = useFigures()
  const metres = Math.max(lengthOf(offset), 0.001)
  const scale = (CENTRE * REACH) / metres
  const [x, y] = [CENTRE + offset.east * scale, CENTRE - offset.north * scale]
  const bar = barLength(metres)
  return (
    <svg
      width={SIZE}
      height={SIZE}
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      role="img"
      aria-label={words.movedPlan(code, number(offset.east, 2), number(offset.north, 2))}
      style={{ flexShrink: 0, background: 'var(--surface)', borderRadius: 4, border: '1px solid var(--outline)' }}
    >
      <path
        d={`M${CENTRE} 8V${SIZE - 8}M8 ${CENTRE}H${SIZE - 8}`}
        stroke="var(--outline)"
        strokeDasharray="2 4"
        fill="none"
      />
      <text x={CENTRE + 4} y={14} fontSize={10} fill="var(--mantine-color-dimmed)">
        N
      </text>
      <path d={`M${CENTRE} ${CENTRE}L${x} ${y}`} stroke="var(--mark-bad)" strokeWidth={1.5} />
      <circle cx={CENTRE} cy={CENTRE} r={5} fill="none" stroke="var(--mark-good)" strokeWidth={2} />
      <path d={`M${x} ${y - 6}l6 10h-12z`} fill="var(--mark-bad)" />
      <path
        d={`M10 ${SIZE - 10}h${bar * scale}m0 -4v8m${-bar * scale} -8v8`}
        stroke="var(--mantine-color-text)"
        fill="none"
      />
      <text x={14} y={SIZE - 14} fontSize={10} fill="var(--mantine-color-text)">
        {bar < 1
          ? `${number(bar * 100, bar < 0.01 ? 1 : 0)} cm`
          : bar < 1000
            ? `${number(bar)} m`
            : `${number(bar / 1000)} km`}
      </text>
    </svg>
  )
}

/** A round length of at most half the vector. */
function barLength(metres: number): number {
  const power = 10 ** Math.floor(Math.log10(metres / 2))
  return power * (LENGTHS.findLast((length) => length * power <= metres / 2) ?? 1)
}
