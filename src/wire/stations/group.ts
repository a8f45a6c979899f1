import { type Static, Type } from 'typebox'
import { type Group, MAX_GROUP_NAME } from '../../domain/stations/group.ts'
import type { Station } from '../../domain/stations/station.ts'
import { Form, Id, NextCursor, Ok, PageQuery, PRINTABLE, Ref } from '../common.ts'
import { STATION_CODE } from './station.ts'

export const GROUP_NAME = { minLength: 1, maxLength: MAX_GROUP_NAME, ...Form(PRINTABLE(1, MAX_GROUP_NAME)) }
export const GroupName = (description: string) => Type.String({ ...GROUP_NAME, description })

export const groupExample = { id: 5, nombre: 'Valle de México', estaciones: ['CDMX', 'TOLU'] }

export const GroupSchema = Type.Object(
  {
    id: Id('Identifier of the group.'),
    nombre: Type.String({
      maxLength: MAX_GROUP_NAME,
      description: 'Name of the group, the `grupo` of credentials and orders.',
    }),
    estaciones: Type.Array(Type.String({ pattern: STATION_CODE }), {
      description: 'Codes of the active stations in the group, sorted.',
    }),
  },
  {
    $id: 'StationGroup',
    description: 'A named group of stations that one credential can give access to.',
    examples: [groupExample],
  },
)

export const GroupListSchema = Type.Object(
  { ok: Ok, grupos: Type.Array(Ref(GroupSchema)), next_cursor: NextCursor },
  { $id: 'StationGroupPage', description: 'A page of groups.' },
)
export const GroupQuery = Type.Object(PageQuery)

export const groupToWire = (
  { id, name, stationIds }: Group,
  active: readonly Station[],
): Static<typeof GroupSchema> => ({
  id,
  nombre: name,
  estaciones: active.filter((station) => stationIds.has(station.id)).map(({ code }) => code),
})

/**
 * A deleted group is shown by its id, because its credentials open nothing and must not look valid for the whole
 * network.
 */
export const groupNameOf = (groupId: number | null, groups: ReadonlyMap<number, Group>): string | null =>
  groupId === null ? null : (groups.get(groupId)?.name ?? `#${groupId}`)
