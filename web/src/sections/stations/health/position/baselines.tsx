// The neighbours around the station: which baselines agree with its position. North is at the top.
import { Group } from '@mantine/core'
import type { ShownPosition } from '../../../../../../src/http/console/contract/stations/position.ts'
import { SimpleTable } from '../../../../parts/lists/simple-table.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { useFigures } from '../../../../parts/text/figures.ts'
import { Hint } from '../../../../parts/text/hint.ts'
import { useQualityWords } from '../quality/words.ts'
import classes from './baselines.module.css'

type Baseline = ShownPosition['baselines'][number]

const SIZE = 260
const CENTRE = SIZE / 2
/** Room for the codes. */
const REACH = CENTRE - 34

interface Props {
  readonly station: { readonly code: string; readonly lat: number; readonly lng: number }
  readonly baselines: readonly Baseline[]
}

export function Baselines({ station, baselines }: Props) {
  const words = useQualityWords().place
  const { number } = useFigures()
  const count = (state: Baseline['state']) => baselines.filter((one) => one.state === state).length
  return (
    <Panel title={words.baselines}>
      <Group align="flex-start" gap="md">
        <svg
          viewBox={`0 0 ${SIZE} ${SIZE}`}
          className={classes.plan}
          role="img"
          aria-label={words.plan(station.code, count('agrees'), count('differs'), count('unsolved'))}
        >
          {placed(station, baselines).map(({ code, state, x, y }) => (
            <g key={code}>
              <line x1={CENTRE} y1={CENTRE} x2={x} y2={y} className={classes[state]} />
              <circle cx={x} cy={y} r={4} className={classes.neighbour} />
              <text x={x} y={y + (y < CENTRE ? -9 : 17)} textAnchor="middle">
                {code}
              </text>
            </g>
          ))}
          <circle cx={CENTRE} cy={CENTRE} r={6} className={classes.station} />
          <text x={CENTRE} y={14} textAnchor="middle" className={classes.north}>
            {words.northLetter}
          </text>
        </svg>
        <div className={classes.table}>
          <SimpleTable
            label={words.baselines}
            columns={[
              { title: words.neighbour },
              { title: 'km', number: true },
              { title: words.state },
              { title: words.apart, number: true },
            ]}
            rows={baselines.map(({ code, km, state, residualMm, trouble }) => ({
              key: code,
              cells: [
                code,
                number(km, 1),
                trouble ? words.troubles[trouble] : words.states[state],
                residualMm === null ? '–' : `${number(residualMm, 1)} mm`,
              ],
            }))}
          />
        </div>
      </Group>
      <Hint size="xs">{words.planNote}</Hint>
    </Panel>
  )
}

/** The farthest neighbour is at the edge. */
function placed({ lat, lng }: Props['station'], baselines: readonly Baseline[]) {
  const shrink = Math.cos((lat * Math.PI) / 180)
  const vectors = baselines.map((one) => ({ ...one, east: (one.lng - lng) * shrink, north: one.lat - lat }))
  const longest = Math.max(...vectors.map(({ east, north }) => Math.hypot(east, north)), 1e-9)
  return vectors.map(({ east, north, ...one }) => ({
    ...one,
    x: CENTRE + (east / longest) * REACH,
    y: CENTRE - (north / longest) * REACH,
  }))
}
