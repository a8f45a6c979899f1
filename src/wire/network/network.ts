import { type Static, Type } from 'typebox'
import type { IonosphereClass, IonosphereIndex } from '../../domain/archive/integrity/ionosphere.ts'
import { frameOfNetwork, type NetworkMountpoint } from '../../domain/network/mountpoints/network-mountpoint.ts'
import type { Network } from '../../domain/network/network.ts'
import type { Group } from '../../domain/stations/group.ts'
import { isoTime } from '../../domain/text/iso-time.ts'
import { DateTime, Nullable, Ok, OpenWords, OrNull, Port, Words } from '../common.ts'
import { FrameSchema, frameExample } from './frame.ts'
import { frameToWire } from './frame-to-wire.ts'
import { EverySeconds, MountpointForm } from './mountpoint.ts'

const NetworkMountpointSchema = Type.Object(
  {
    nombre: Type.String({ maxLength: 100, description: 'Name of the mountpoint.' }),
    modo: Words(
      'NetworkMountpointMode',
      ['vrs', 'base'],
      '`vrs`: a VRS engine computes corrections for each position, and the nearest base replaces an engine that sends no data; `base`: the base nearest to the rover.',
    ),
    formato: Type.String({ maxLength: 200, description: 'Format of the corrections.' }),
    datum: Type.String({ maxLength: 200, description: 'Reference frame of the coordinates.' }),
    marco: OrNull(FrameSchema, 'Reference frame that `datum` names; `null` if it is not in the table of frames.'),
    forma: MountpointForm,
    cada_s: EverySeconds,
    grupo: Nullable('string', {
      maxLength: 60,
      description: 'Only stations of this group serve the mountpoint; `null` for all stations.',
    }),
    abierto: Type.Boolean({ description: '`true` if the mountpoint requires no credential.' }),
  },
  { title: 'NetworkMountpoint', description: 'A mountpoint that serves many stations.' },
)

const Engine = Type.Object(
  { responde: Type.Boolean({ description: '`true` if the engine sent data when it was last checked.' }) },
  { title: 'VrsEngine', description: 'The VRS engine of the default mountpoint.' },
)

const Ionosphere = Type.Object(
  {
    indice_ppm: Type.Number({
      minimum: 0,
      description: 'The error that the ionosphere adds between two stations, in parts per million of their distance.',
    }),
    clase: OpenWords('IonosphereClass', ['baja', 'media', 'alta', 'muy_alta'], 'Class of the index.'),
    at: DateTime('Time of the measurement.', '2026-11-14T06:00:00.000Z'),
  },
  { title: 'Ionosphere', description: 'Measured activity of the ionosphere over the network.' },
)

const NetworkSchema = Type.Object(
  {
    nombre: Type.String({ maxLength: 200, description: 'Name of the network.' }),
    caster: Type.String({ maxLength: 253, description: 'Host of the caster.' }),
    puerto: Port,
    datum: Type.String({ maxLength: 200, description: 'Reference frame of the coordinates.' }),
    marco: OrNull(FrameSchema, 'Reference frame that `datum` names; `null` if it is not in the table of frames.'),
    mountpoints: Type.Array(NetworkMountpointSchema, {
      description: 'Mountpoints that serve many stations, the default one first.',
    }),
    motor: OrNull(Engine, 'The VRS engine of the default mountpoint; `null` if there is none.'),
    ionosfera: OrNull(Ionosphere, 'Activity of the ionosphere; `null` until it has been measured.'),
  },
  { title: 'Network', description: 'The network of stations as a whole.' },
)

export const NetworkResponse = Type.Object(
  { ok: Ok, red: NetworkSchema },
  { title: 'NetworkResponse', description: 'The network of stations.' },
)

export const CLASSES_ON_WIRE = {
  low: 'baja',
  medium: 'media',
  high: 'alta',
  very_high: 'muy_alta',
} as const satisfies Record<IonosphereClass, string>

type NetworkBook = {
  readonly network: Network
  readonly networks: readonly NetworkMountpoint[]
  readonly groups: ReadonlyMap<number, Group>
}

export function networkToWire(
  { network, networks, groups }: NetworkBook,
  ionosphere: IonosphereIndex | null,
): Static<typeof NetworkSchema> {
  const { datum } = network
  const marco = frameToWire(network)
  return {
    nombre: network.name,
    caster: network.casterHost,
    puerto: network.casterPort,
    datum,
    marco,
    mountpoints: networks.map((one) => {
      const framed = frameOfNetwork(one, network)
      return {
        nombre: one.name,
        modo: one.engine === null ? 'base' : 'vrs',
        formato: network.format,
        datum: framed.datum,
        marco: frameToWire(framed),
        forma: one.alteration.form,
        cada_s: one.alteration.everySeconds,
        grupo: one.groupId === null ? null : (groups.get(one.groupId)?.name ?? null),
        abierto: one.isOpen,
      }
    }),
    motor: network.upstream === null ? null : { responde: network.engineAnswers },
    ionosfera: ionosphere && {
      indice_ppm: ionosphere.ppm,
      clase: CLASSES_ON_WIRE[ionosphere.class],
      at: isoTime(ionosphere.at),
    },
  }
}

const DATUM = 'ITRF2008 época 2010.0'

export const networkExample = {
  nombre: 'Red RTK de México',
  caster: 'rtk.example.mx',
  puerto: 2101,
  datum: DATUM,
  marco: frameExample,
  mountpoints: [
    {
      ...{ nombre: 'RED', modo: 'vrs', formato: 'RTCM 3.2', datum: DATUM, marco: frameExample },
      ...{ forma: 'as_is', cada_s: null, grupo: null, abierto: false },
    },
    {
      ...{ nombre: 'COMUNIDAD', modo: 'base', formato: 'RTCM 3.2', datum: DATUM, marco: frameExample },
      ...{ forma: 'msm4', cada_s: 5, grupo: 'Comunidad', abierto: true },
    },
  ],
  motor: { responde: true },
  ionosfera: { indice_ppm: 3.2, clase: 'media', at: '2026-11-14T06:00:00.000Z' },
}
