// The equipment history of a station in the API.
import { type Static, Type } from 'typebox'
import type { EquipmentKind, Period } from '../../domain/archive/equipment.ts'
import type { Station } from '../../domain/stations/station.ts'
import { StationNamed } from '../archive/rinex.ts'
import { As, DateTime, Nullable, Ok, OpenWords } from '../common.ts'

const KINDS: Readonly<Record<EquipmentKind, string>> = { receiver: 'receptor', antenna: 'antena' }

const Text = (description: string) => Nullable('string', { description: `${description} \`null\` if unknown.` })
const Metres = (description: string) =>
  Nullable('number', { description: `${description} \`null\` for a receiver, or if unknown.` })

export const equipmentExample = {
  ok: true,
  station: { id: 3, codigo: 'CDMX' },
  equipo: [
    {
      ...{ tipo: 'receptor', modelo: 'LEICA GR50', serie: '1870123', firmware: '4.60', radomo: null },
      ...{ arriba_m: null, este_m: null, norte_m: null, desde: '2025-06-07T08:09:00.000Z', hasta: null },
    },
    {
      ...{ tipo: 'antena', modelo: 'LEIAR25.R4', serie: '725100', firmware: null, radomo: 'LEIT' },
      ...{ arriba_m: 0.1, este_m: 0, norte_m: 0, desde: '2024-01-02T03:04:00.000Z', hasta: null },
    },
  ],
}

const Equipment = Type.Object(
  {
    tipo: OpenWords('EquipmentKind', Object.values(KINDS), 'What was installed.'),
    modelo: Type.String({ description: 'IGS name of the receiver or antenna, without the radome.' }),
    serie: Text('Serial number.'),
    firmware: Text('Firmware version of the receiver.'),
    radomo: Text('IGS code of the radome; `NONE` if there is none.'),
    arriba_m: Metres('Height of the antenna reference point above the marker, in metres.'),
    este_m: Metres('Metres from the marker to the east.'),
    norte_m: Metres('Metres from the marker to the north.'),
    desde: DateTime('When it was installed.', equipmentExample.equipo[0]!.desde),
    hasta: Nullable('string', {
      format: 'date-time',
      description: 'When it was removed. RFC 3339 in UTC. `null` while it is installed.',
    }),
  },
  { title: 'StationEquipment', description: 'A receiver or antenna, from its installation to its removal.' },
)

export const EquipmentResponse = Type.Object(
  {
    ok: Ok,
    station: As(StationNamed, 'The station.'),
    equipo: Type.Array(Equipment, { description: 'Receivers first, each kind newest first.' }),
  },
  { title: 'EquipmentResponse', description: 'The equipment history of a station.' },
)

export const equipmentToWire = (
  { id, code }: Pick<Station, 'id' | 'code'>,
  history: readonly Period[],
): Static<typeof EquipmentResponse> => ({
  ok: true,
  station: { id, codigo: code },
  equipo: history.map((one) => ({
    ...{ tipo: KINDS[one.kind], modelo: one.type, serie: one.serial || null, firmware: one.firmware || null },
    ...{ radomo: one.radome || null, arriba_m: one.up, este_m: one.east, norte_m: one.north },
    ...{ desde: one.installedAt.toISOString(), hasta: one.removedAt?.toISOString() ?? null },
  })),
})
