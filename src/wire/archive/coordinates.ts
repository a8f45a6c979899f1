// Positions of a station by day in the API.
import { type Static, Type } from 'typebox'
import type { StationCoordinate } from '../../domain/archive/integrity/coordinate.ts'
import type { Station } from '../../domain/stations/station.ts'
import { DAY_MS } from '../../domain/time/units.ts'
import { As, CountOrNull, Nullable, Ok, Percent } from '../common.ts'
import { TimeAsked } from '../time-asked.ts'
import { StationNamed } from './rinex.ts'

export const COORDINATE_DAYS = 366
export const DEFAULT_COORDINATE_DAYS = 60

export const CoordinatesQuery = Type.Object({
  desde: Type.Optional(TimeAsked('Start of the window; 60 days before the end if omitted.')),
  hasta: Type.Optional(TimeAsked('End of the window, at most 366 days after the start; now if omitted.')),
})

const Millimetres = (description: string) =>
  Nullable('number', { description: `${description} \`null\` if the day was not computed.` })

const Coordinate = Type.Object(
  {
    fecha: Type.String({ format: 'date', description: 'UTC day.', examples: ['2026-11-13'] }),
    este_mm: Millimetres('Millimetres to the east.'),
    norte_mm: Millimetres('Millimetres to the north.'),
    arriba_mm: Millimetres('Millimetres upwards.'),
    sigma_mm: Millimetres('Expected horizontal error in millimetres.'),
    sigma_arriba_mm: Millimetres('Expected vertical error in millimetres.'),
    bases: CountOrNull('Neighbouring stations that agree with the position.'),
    atribuida: Type.Union([Type.Boolean(), Type.Null()], {
      description: '`false` with a single neighbour: either of the two stations can have moved.',
    }),
    completitud_pct: Nullable('number', {
      ...Percent,
      description: 'Percentage of the epochs of the day that were recorded.',
    }),
  },
  { title: 'StationCoordinate', description: 'The position of a station on one day.' },
)

export const coordinatesExample = {
  ok: true,
  station: { id: 3, codigo: 'CDMX' },
  coordenadas: [
    {
      ...{ fecha: '2026-11-13', este_mm: 1.2, norte_mm: -0.8, arriba_mm: 4.1, sigma_mm: 2.1, sigma_arriba_mm: 5.4 },
      ...{ bases: 4, atribuida: true, completitud_pct: 99.9 },
    },
  ],
}

export const CoordinatesResponse = Type.Object(
  {
    ok: Ok,
    station: As(StationNamed, 'The station.'),
    coordenadas: Type.Array(Coordinate, { description: 'One entry per UTC day of the window, oldest first.' }),
  },
  { title: 'CoordinatesResponse', description: 'The positions of a station by day.' },
)

const NOT_COMPUTED = {
  ...{ este_mm: null, norte_mm: null, arriba_mm: null, sigma_mm: null, sigma_arriba_mm: null },
  ...{ bases: null, atribuida: null, completitud_pct: null },
}

/** The days are included. */
export function coordinatesToWire(
  { id, code }: Pick<Station, 'id' | 'code'>,
  { fromDay, toDay }: { readonly fromDay: string; readonly toDay: string },
  coordinates: readonly StationCoordinate[],
): Static<typeof CoordinatesResponse> {
  const byDay = new Map(coordinates.map((one) => [one.day, one]))
  const days = Array.from({ length: (Date.parse(toDay) - Date.parse(fromDay)) / DAY_MS + 1 }, (_, index) =>
    new Date(Date.parse(fromDay) + index * DAY_MS).toISOString().slice(0, 10),
  )
  const coordenadas = days.map((fecha) => {
    const one = byDay.get(fecha)
    if (!one) return { fecha, ...NOT_COMPUTED }
    return {
      ...{ fecha, este_mm: tenth(one.eastMm), norte_mm: tenth(one.northMm), arriba_mm: tenth(one.upMm) },
      ...{ sigma_mm: tenth(one.sigmaMm), sigma_arriba_mm: tenth(one.sigmaUpMm), bases: one.baselines },
      ...{ atribuida: one.isAttributed, completitud_pct: tenth(one.completenessPct) },
    }
  })
  return { ok: true, station: { id, codigo: code }, coordenadas }
}

/** The database stores 32 bits. */
const tenth = (value: number) => Math.round(value * 10) / 10
