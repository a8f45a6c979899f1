import { type Static, Type } from 'typebox'
import { type Alteration, OBSERVATION_FORMS } from '../../domain/network/mountpoints/alteration.ts'
import { isOpen, type Mount } from '../../domain/sessions/access.ts'
import { Id, NextCursor, Nullable, Ok, OrNull, Ref, Words } from '../common.ts'
import { STATION_CODE } from '../stations/station.ts'
import { FrameSchema } from './frame.ts'
import { frameToWire } from './frame-to-wire.ts'

export const mountpointExample = {
  nombre: 'CDMX_MSM4',
  station_id: 3,
  station_codigo: 'CDMX',
  propio: false,
  etiqueta: 'Ciudad de México, compacto',
  formato: 'RTCM 3.2',
  constelaciones: 'GPS+GLO',
  forma: 'msm4',
  cada_s: 5,
  mensajes: null,
  mensajes_excluidos: null,
  datum: 'ITRF2014 época 2026.0',
  marco: { nombre: 'ITRF2014', epsg: 7912, epoca: 2026 },
  abierto: false,
}

export const MountpointForm = Words(
  'MountpointForm',
  OBSERVATION_FORMS,
  'Form of the observations: `as_is`, as the station sends them; `msm5` or `msm4`, converted from more complete messages; `legacy`, messages 1004 and 1012 for old rovers.',
)
export const EverySeconds = Nullable('number', {
  minimum: 0,
  description:
    'The stream contains only epochs at multiples of this number of seconds; `null` if it contains all epochs.',
})

const Numbers = (description: string) =>
  Type.Unsafe<number[] | null>({
    type: ['array', 'null'],
    items: { type: 'integer', minimum: 1, maximum: 4095, format: 'int32' },
    description,
  })

export const MountpointSchema = Type.Object(
  {
    nombre: Type.String({
      maxLength: 100,
      description: 'Name of the mountpoint, which the device requests from the caster.',
    }),
    station_id: Id('Id of the station whose stream the mountpoint carries.'),
    station_codigo: Type.String({ pattern: STATION_CODE, description: 'Code of the station.' }),
    propio: Type.Boolean({
      description: '`true` for the own mountpoint of the station, `false` for a derived mountpoint or an alias.',
    }),
    etiqueta: Type.String({ maxLength: 200, description: 'Display name in the sourcetable.' }),
    formato: Type.String({ maxLength: 200, description: 'Format of the stream.' }),
    constelaciones: Type.String({
      maxLength: 200,
      description: 'Satellite systems whose observations the stream contains, as in an NTRIP sourcetable.',
    }),
    forma: MountpointForm,
    cada_s: EverySeconds,
    mensajes: Numbers(
      'Numbers of the only messages in the stream; `null` if it contains all messages except `mensajes_excluidos`.',
    ),
    mensajes_excluidos: Numbers('Numbers of the messages that the stream omits; `null` if there are none.'),
    datum: Nullable('string', {
      maxLength: 200,
      description: 'Reference frame of the announced position; `null` for a mountpoint of another caster.',
    }),
    marco: OrNull(
      FrameSchema,
      'Reference frame that `datum` names; `null` if it is not in the table of frames, or for a mountpoint of another caster.',
    ),
    abierto: Type.Boolean({ description: '`true` if the mountpoint requires no credential.' }),
  },
  {
    $id: 'Mountpoint',
    description: 'A mountpoint of a station and the content of its stream.',
    examples: [mountpointExample],
  },
)

export const MountpointList = Type.Object(
  { ok: Ok, mountpoints: Type.Array(Ref(MountpointSchema)), next_cursor: NextCursor },
  { title: 'MountpointList', description: 'A page of mountpoints.' },
)

export function mountpointToWire(mount: Extract<Mount, { kind: 'station' }>): Static<typeof MountpointSchema> {
  const { name, station, made } = mount
  const alteration: Alteration | null = made?.alteration ?? null
  const { messages = null, constellations = null } = alteration ?? {}
  const framed = alteration?.announced ?? station
  const all = station.constellations.split('+').filter(Boolean)
  return {
    nombre: name,
    station_id: station.id,
    station_codigo: station.code,
    propio: made === null,
    etiqueta: made?.label ?? station.name,
    formato: station.format,
    constelaciones: givenOf(all, alteration, constellations).join('+'),
    forma: alteration?.form ?? 'as_is',
    cada_s: alteration?.everySeconds ?? null,
    mensajes: messages?.rule === 'keep' ? [...messages.types] : null,
    mensajes_excluidos: messages?.rule === 'drop' ? [...messages.types] : null,
    datum: station.upstream ? null : framed.datum,
    marco: station.upstream ? null : frameToWire(framed),
    abierto: isOpen(mount),
  }
}

/** Only these have legacy messages (1004 and 1012). */
const OLDER: readonly string[] = ['GPS', 'GLO']

const givenOf = (all: readonly string[], alteration: Alteration | null, kept: readonly string[] | null) =>
  all.filter((name) => (kept?.includes(name) ?? true) && (alteration?.form !== 'legacy' || OLDER.includes(name)))
