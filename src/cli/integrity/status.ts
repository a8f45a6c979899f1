// `vertice integrity status [CODE]`: where stations are now by their baselines, or why that cannot be checked.
import { Refusal } from '../../domain/codes/refusal.ts'
import type { Station } from '../../domain/stations/station.ts'
import {
  type BaselineState,
  type PositionNow,
  type PositionOffset,
  readIonosphereIndex,
  readPositionNow,
  readStationPosition,
} from '../../reads/station-position.ts'
import { listStations } from '../../store/stations/rows.ts'
import { en } from '../../words/en.ts'
import { movementText } from '../../words/stations.ts'
import { asJson, fullTime, onFoundation, printJson, printList, verb } from '../kit/command.ts'

const COMPASS = { east: 'east', west: 'west', north: 'north', south: 'south', up: 'up', down: 'down' }

export const status = verb({
  summary: 'show where stations are now by the baselines to their neighbours, or why they cannot be checked',
  more: 'Millimetres from the position that the stream announces: median of the last hour. With CODE also the last five minutes, the velocity, and each baseline.',
  args: ['[CODE]'],
  flags: asJson,
  run: ({ json }, code) =>
    onFoundation(async ({ db, clock }) => {
      const now = clock()
      const stations = (await listStations(db)).filter(({ archived }) => !archived)
      if (code !== undefined) {
        const station = stations.find((one) => one.code.toLowerCase() === code.toLowerCase())
        if (!station) throw new Refusal('station_not_found', { code })
        const found = await readStationPosition(db, station, stations, now)
        const facts = { station: station.code, ...found, observed: station.observed ?? null }
        return json ? printJson(facts) : printStation(station, found)
      }
      const rows = []
      for (const station of stations)
        rows.push({
          station: station.code,
          ...(await readPositionNow(db, station.id, now)),
          observed: station.observed ?? null,
        })
      const ionosphere = await readIonosphereIndex(db, now)
      if (json) return printJson({ ionosphere, stations: rows })
      printList(
        false,
        rows,
        {
          STATION: ({ station }) => station,
          'EAST mm': ({ hour }) => hour?.eastMm.toFixed(1) ?? null,
          'NORTH mm': ({ hour }) => hour?.northMm.toFixed(1) ?? null,
          'UP mm': ({ hour }) => hour?.upMm.toFixed(1) ?? null,
          NEIGHBOURS: ({ hour }) => hour?.baselines ?? null,
          'DETECTS mm': ({ detectable }) => detectable && Math.ceil(detectable.horizontalMm),
          '': (row) => stateOf(row),
        },
        'there are no stations',
      )
      if (ionosphere)
        console.log(
          `\nIonosphere: ${ionosphere.ppm.toFixed(2)} ppm, ${en.quality.ionosphere[ionosphere.class].toLowerCase()}`,
        )
    }),
})

const stateOf = ({ unchecked, observed }: PositionNow & { readonly observed: Station['observed'] | null }): string => {
  if (observed) return `moved ${movementText(observed, COMPASS)} since ${fullTime(observed.since)}`
  return unchecked === null ? 'checked' : `cannot be checked: ${en.quality.unchecked[unchecked]}`
}

function printStation(station: Station, found: Awaited<ReturnType<typeof readStationPosition>>): void {
  const { latest, hour, detectable, trend, baselines } = found
  console.log(`${station.code}: ${stateOf({ ...found, observed: station.observed ?? null })}`)
  if (latest) console.log(`last 5 minutes: ${offsetText(latest)}`)
  if (hour) console.log(`last hour: ${offsetText(hour)}`)
  if (detectable)
    console.log(
      `movements of ${Math.ceil(detectable.horizontalMm)} mm horizontally and ${Math.ceil(detectable.verticalMm)} mm vertically are detected within an hour`,
    )
  if (trend) {
    const { velocity, sigma } = trend
    const part = (axis: keyof typeof velocity) => `${signed(velocity[axis])} ± ${sigma[axis].toFixed(1)} mm`
    console.log(
      `velocity over ${trend.days} days: ${part('eastMm')} east, ${part('northMm')} north, ${part('upMm')} up per year`,
    )
    for (const step of trend.steps) console.log(`step on ${step.day}: ${movementText(step, COMPASS)}`)
  }
  console.log('')
  printList<BaselineState>(
    false,
    baselines,
    {
      NEIGHBOUR: ({ code }) => code,
      KM: ({ km }) => km.toFixed(1),
      STATE: ({ state, trouble }) => (trouble ? `${state}: ${en.quality.unchecked[trouble]}` : state),
      'APART mm': ({ residualMm }) => residualMm?.toFixed(1) ?? null,
    },
    'no baselines',
  )
}

const offsetText = ({ eastMm, northMm, upMm, isAttributed }: PositionOffset) =>
  `${signed(eastMm)} mm east, ${signed(northMm)} mm north, ${signed(upMm)} mm up` +
  (isAttributed ? '' : ' (only one neighbour: either can have moved)')

const signed = (value: number) => `${value < 0 ? '' : '+'}${value.toFixed(1)}`
