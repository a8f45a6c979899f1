// A rover's mark: a diamond, full with a fixed solution, half with a float one, empty with neither.

export const SOLUTIONS = ['fixed', 'float', 'none'] as const
export type Solution = (typeof SOLUTIONS)[number]

/** `quality` is the fix quality of the last GGA: 4 is fixed, 5 is float. */
export const solutionOf = (quality: number | null): Solution =>
  quality === 4 ? 'fixed' : quality === 5 ? 'float' : 'none'

const DIAMOND = 'M8 1.5 14.5 8 8 14.5 1.5 8Z'
const HALF = 'M8 1.5V14.5L1.5 8Z'
/** One colour that no station has; the line to the base shows the solution in colour. */
const COLOUR = 'var(--mark-rover)'

export function RoverShape({ solution, size = 14 }: { solution: Solution; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" style={{ flexShrink: 0 }}>
      <path
        d={DIAMOND}
        fill={solution === 'fixed' ? COLOUR : 'var(--mantine-color-body)'}
        stroke={COLOUR}
        strokeWidth="2"
      />
      {solution === 'float' && <path d={HALF} fill={COLOUR} />}
    </svg>
  )
}

/** The mark as HTML for Leaflet. It contains no user input. */
export function roverSvg(solution: Solution, size: number): string {
  const fill = solution === 'fixed' ? COLOUR : 'var(--mantine-color-body)'
  const half = solution === 'float' ? `<path d="${HALF}" fill="${COLOUR}"/>` : ''
  return `<svg width="${size}" height="${size}" viewBox="0 0 16 16" aria-hidden="true"><path d="${DIAMOND}" fill="${fill}" stroke="${COLOUR}" stroke-width="2"/>${half}</svg>`
}
