// The quality of a station's observations in the API.
import { type Static, Type } from 'typebox'
import { REASON_CODES, type Verdict } from '../../domain/network/quality/reason.ts'
import type { PointOffset, StationQuality } from '../../domain/network/quality/shown.ts'
import type { Station } from '../../domain/stations/station.ts'
import { isoTime } from '../../domain/text/iso-time.ts'
import { es } from '../../words/es.ts'
import { reasonText } from '../../words/quality.ts'
import { StationNamed } from '../archive/rinex.ts'
import { As, DateTime, Nullable, Ok, OpenWords, OrNull, Words } from '../common.ts'

/** The position by baselines; `hour` is `null` if it could not be checked. */
export interface NetworkPositionFacts {
  readonly hour: {
    readonly eastMm: number
    readonly northMm: number
    readonly upMm: number
    readonly since: Date
  } | null
  readonly detectable: { readonly horizontalMm: number } | null
}

export const VERDICTS_ON_WIRE = {
  good: 'buena',
  attention: 'atencion',
  bad: 'mala',
  unknown: 'sin_datos',
} as const satisfies Record<Verdict, string>

const VerdictSchema = Words(
  'QualityVerdict',
  Object.values(VERDICTS_ON_WIRE),
  'Verdict on the observations of the station. `sin_datos`: they could not be checked, which does not mean that they are good.',
)

const number = (description: string) => Nullable('number', { description })
const DBHZ = 'in dB-Hz; `null` if the stream sends none'

const Strength = Type.Object(
  { mediana: number(`Median, ${DBHZ}.`), p10: number(`10th percentile, ${DBHZ}.`) },
  { title: 'SignalStrength', description: 'C/N0 of the satellites above 10 degrees.' },
)

const ReasonSchema = Type.Object(
  {
    codigo: OpenWords('QualityReasonCode', REASON_CODES, 'What was found.'),
    texto: Type.String({ description: 'What was found and what to do, in Spanish.' }),
    valor: number('Measured value; `null` if the reason has none.'),
    limite: number('Limit that the value exceeds; `null` if the reason has none.'),
    desde: DateTime('Start of the condition.', '2026-11-12T15:14:00.000Z'),
  },
  { title: 'QualityReason', description: 'A reason for the verdict.' },
)

const Band = Type.Object(
  {
    banda: Type.String({
      description: 'Frequency band of all constellations.',
      examples: ['L1', 'L2', 'L5', 'E5b', 'E6'],
    }),
    satelites: Type.Number({ minimum: 0, description: 'Mean number of tracked satellites above 10 degrees.' }),
    satelites_esperados: number(
      'Mean number of satellites above 10 degrees that transmit in this band; `null` without ephemerides.',
    ),
    cn0_db_hz: As(Strength, 'C/N0 of the band.'),
    saltos_por_hora: number('Losses of lock per satellite and hour.'),
    multitrayecto_m: number('Code multipath, RMS in metres; `null` until enough was measured.'),
  },
  { title: 'BandQuality', description: 'Means of the last 15 minutes of one band.' },
)

const SkyEntry = Type.Object(
  {
    satelite: Type.String({ description: 'As in RINEX.', examples: ['G07'] }),
    azimut: Type.Number({ minimum: 0, maximum: 360, description: 'Degrees, clockwise from north.' }),
    elevacion: Type.Number({ minimum: 0, maximum: 90, description: 'Degrees above the horizon.' }),
    cn0_db_hz: number('C/N0 in dB-Hz; `null` if the satellite is above the horizon but not tracked.'),
  },
  { title: 'SkySatellite', description: 'A satellite above the horizon.' },
)

const millimetres = (description: string) => Nullable('integer', { description })

const Offset = Type.Object(
  {
    este_mm: millimetres('Millimetres to the east.'),
    norte_mm: millimetres('Millimetres to the north.'),
    arriba_mm: millimetres(
      'Millimetres above the position that the stream announces; `null` if it announces no height.',
    ),
    metodo: Words(
      'PositionMethod',
      ['punto', 'red'],
      '`punto`: single-point, against the registered position; `red`: from baselines to other stations, against the position that the stream announces.',
    ),
    desde: DateTime('Start of the time of which this is the median.', '2026-11-14T17:20:00.000Z'),
    minimo_detectable_mm: millimetres('Smallest movement that the method would notice.'),
  },
  { title: 'QualityPosition', description: 'The measured position against the registered one.' },
)

const Day = Type.Object(
  {
    fecha: Type.String({ format: 'date', description: 'Day in Mexico central time.' }),
    veredicto: Nullable('string', {
      description: 'Worst verdict of the day: `buena`, `atencion` or `mala`; `null` if none was made.',
    }),
    satelites: number('Mean number of tracked satellites above 10 degrees.'),
    cn0_db_hz: number('Mean C/N0 of L1 in dB-Hz.'),
    saltos_por_hora: number('Losses of lock per satellite and hour, all bands.'),
    multitrayecto_m: number('Code multipath of all bands, RMS in metres.'),
  },
  { title: 'QualityDay', description: 'One measured day.' },
)

export const QualityResponse = Type.Object(
  {
    ok: Ok,
    station: As(StationNamed, 'The station.'),
    veredicto: As(VerdictSchema, 'Verdict of the last minutes.'),
    motivos: Type.Array(ReasonSchema, {
      description: 'Reasons, most important first; empty if the verdict is `buena`.',
    }),
    por_banda: Type.Array(Band, { description: 'Bands that are received.' }),
    cielo: Type.Array(SkyEntry, { description: 'Satellites above the horizon; empty without ephemerides.' }),
    posicion: OrNull(Offset, 'Median of the last hour; `null` if no position could be solved.'),
    historial: Type.Array(Day, { description: 'Measured days of the last 60, oldest first.' }),
  },
  {
    title: 'QualityResponse',
    description: "Quality of a station's observations. Values without a measurement are `null`.",
  },
)

export const qualityExample = {
  ok: true,
  station: { id: 3, codigo: 'CDMX' },
  veredicto: 'mala' as const,
  motivos: [
    {
      codigo: 'cn0_fell',
      texto:
        'C/N0 en L2 bajó 6.1 dB y sigue baja (límite 6 dB): revise el cable de la antena, sus conectores y su alimentación',
      valor: 6.1,
      limite: 6,
      desde: '2026-11-12T15:14:00.000Z',
    },
  ],
  por_banda: [
    {
      banda: 'L1',
      satelites: 29.4,
      satelites_esperados: 30.1,
      cn0_db_hz: { mediana: 45.1, p10: 38.3 },
      saltos_por_hora: 0.2,
      multitrayecto_m: 0.31,
    },
  ],
  cielo: [{ satelite: 'G07', azimut: 121.4, elevacion: 54.2, cn0_db_hz: 47.5 }],
  posicion: {
    este_mm: 412,
    norte_mm: -280,
    arriba_mm: 1130,
    metodo: 'punto' as const,
    desde: '2026-11-14T17:20:00.000Z',
    minimo_detectable_mm: 3000,
  },
  historial: [
    {
      fecha: '2026-11-13',
      veredicto: 'mala',
      satelites: 31.2,
      cn0_db_hz: 44.9,
      saltos_por_hora: 0.3,
      multitrayecto_m: 0.33,
    },
  ],
}

export const qualityToWire = (
  { id, code }: Pick<Station, 'id' | 'code'>,
  { verdict, reasons, bands, sky, position, days }: Omit<StationQuality, 'mask'>,
  byNetwork: NetworkPositionFacts,
): Static<typeof QualityResponse> => ({
  ok: true,
  station: { id, codigo: code },
  veredicto: VERDICTS_ON_WIRE[verdict],
  motivos: reasons.map((reason) => ({
    codigo: reason.code,
    texto: reasonText(es, reason),
    valor: rounded(reason.value, 2),
    limite: reason.limit,
    desde: isoTime(reason.since),
  })),
  por_banda: bands.map((band) => ({
    banda: band.band,
    satelites: rounded(band.satellites, 1)!,
    satelites_esperados: rounded(band.expected, 1),
    cn0_db_hz: { mediana: rounded(band.cn0Median, 1), p10: rounded(band.cn0P10, 1) },
    saltos_por_hora: rounded(band.lossesPerHour, 2),
    multitrayecto_m: rounded(band.multipathM, 3),
  })),
  cielo: sky.map(({ satellite, azimuth, elevation, cn0 }) => ({
    satelite: satellite,
    azimut: rounded(azimuth, 1)!,
    elevacion: rounded(elevation, 1)!,
    cn0_db_hz: rounded(cn0, 1),
  })),
  posicion: byNetworkToWire(byNetwork) ?? (position && pointToWire(position)),
  historial: days.map(({ day, verdict: ofDay, satellites, cn0Median, lossesPerHour, multipathM }) => ({
    fecha: day,
    veredicto: ofDay === null ? null : VERDICTS_ON_WIRE[ofDay as Verdict],
    satelites: rounded(satellites, 1),
    cn0_db_hz: rounded(cn0Median, 1),
    saltos_por_hora: rounded(lossesPerHour, 2),
    multitrayecto_m: rounded(multipathM, 3),
  })),
})

const pointToWire = ({ eastM, northM, upM, since, detectableM }: PointOffset) => ({
  este_mm: Math.round(1000 * eastM),
  norte_mm: Math.round(1000 * northM),
  arriba_mm: upM === null ? null : Math.round(1000 * upM),
  metodo: 'punto' as const,
  desde: isoTime(since),
  minimo_detectable_mm: Math.round(1000 * detectableM),
})

const byNetworkToWire = ({ hour, detectable }: NetworkPositionFacts) =>
  hour && {
    este_mm: Math.round(hour.eastMm),
    norte_mm: Math.round(hour.northMm),
    arriba_mm: Math.round(hour.upMm),
    metodo: 'red' as const,
    desde: isoTime(hour.since),
    minimo_detectable_mm: detectable && Math.round(detectable.horizontalMm),
  }

const rounded = (value: number | null, decimals: number) => (value === null ? null : Number(value.toFixed(decimals)))
