// `vertice station quality CODE`: the verdict, the bands, and a small plot of the sky.
import type { SkySatellite } from '@vertice/gnss'
import { Refusal } from '../../domain/codes/refusal.ts'
import type { PointOffset, StationQuality } from '../../domain/network/quality/shown.ts'
import { readStationQuality } from '../../reads/station-quality.ts'
import { findStationByCode } from '../../store/stations/rows.ts'
import { en } from '../../words/en.ts'
import { reasonText } from '../../words/quality.ts'
import { asJson, onFoundation, printJson, printList, verb } from '../kit/command.ts'

/** Characters are twice as high as wide. */
const WIDTH = 45
const HEIGHT = 23

export const quality = verb({
  summary: "show the quality of a station's observations: the verdict with its reasons, each band, and the sky",
  args: ['CODE'],
  flags: asJson,
  run: ({ json }, code) =>
    onFoundation(async ({ db, clock }) => {
      const station = await findStationByCode(db, code)
      if (!station) throw new Refusal('station_not_found', { code })
      const found = await readStationQuality(db, station, clock())
      const reasons = found.reasons.map((reason) => ({ ...reason, text: reasonText(en, reason) }))
      if (json) return printJson({ station: station.code, ...found, reasons })
      console.log(`${station.code}: ${en.quality.verdicts[found.verdict].toLowerCase()}`)
      for (const { text, since } of reasons) console.log(`- ${text} (since ${since.toISOString()})`)
      console.log('')
      printBands(found)
      if (found.position) console.log(`\n${positionText(found.position)}`)
      if (found.sky.length > 0) console.log(`\n${skyplot(found.sky).join('\n')}`)
    }),
})

const decimals = (value: number | null, digits: number) => (value === null ? null : value.toFixed(digits))

function printBands({ bands }: StationQuality): void {
  printList(
    false,
    bands,
    {
      BAND: ({ band }) => band,
      SATELLITES: ({ satellites }) => satellites.toFixed(1),
      EXPECTED: ({ expected }) => decimals(expected, 1),
      'C/N0': ({ cn0Median }) => decimals(cn0Median, 1),
      P10: ({ cn0P10 }) => decimals(cn0P10, 1),
      'LOSSES/H': ({ lossesPerHour }) => decimals(lossesPerHour, 2),
      'MULTIPATH M': ({ multipathM }) => decimals(multipathM, 2),
    },
    'no observations were measured in the last 15 minutes',
  )
}

/** A value that rounds to zero has no sign. */
const towards = (value: number, ahead: string, back: string) =>
  `${Math.abs(value).toFixed(1)} m ${value < 0 ? back : ahead}`

export function positionText({ eastM, northM, upM, detectableM }: PointOffset): string {
  const parts = [
    towards(eastM, 'east', 'west'),
    towards(northM, 'north', 'south'),
    ...(upM === null ? [] : [towards(upM, 'up', 'down')]),
  ]
  return `Position (median of an hour), from the registered one: ${parts.join(', ')}. Movements below ${detectableM.toFixed(1)} m would not be noticed.`
}

/** North is up, the zenith in the middle. A satellite that is not tracked is in parentheses. */
export function skyplot(sky: readonly SkySatellite[]): string[] {
  const rows = Array.from({ length: HEIGHT }, () => new Array<string>(WIDTH).fill(' '))
  const put = (azimuth: number, elevation: number, text: string) => {
    const distance = 1 - Math.max(0, elevation) / 90
    const radians = (azimuth * Math.PI) / 180
    const column = Math.round(((WIDTH - 1) / 2) * (1 + distance * Math.sin(radians)))
    const row = Math.round(((HEIGHT - 1) / 2) * (1 - distance * Math.cos(radians)))
    const from = Math.min(column, WIDTH - text.length)
    for (const [at, character] of [...text].entries()) rows[row]![from + at] = character
  }
  for (let azimuth = 0; azimuth < 360; azimuth += 5) put(azimuth, 0, '·')
  for (const [azimuth, name] of [
    [0, 'N'],
    [90, 'E'],
    [180, 'S'],
    [270, 'W'],
  ] as const)
    put(azimuth, 0, name)
  for (const { azimuth, elevation, satellite, isTracked } of sky)
    put(azimuth, elevation, isTracked ? satellite : `(${satellite})`)
  return rows.map((row) => row.join('').trimEnd())
}
