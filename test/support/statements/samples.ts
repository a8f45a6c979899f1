// Creates sample values of any parameter type, so that each store function runs all its statements.
import { type Type, TypeFlags } from 'typescript/unstable/sync'
import { membersOf, type StoreTypes } from './types.ts'

const DEEPEST = 8
/** At least the size of the largest union, so that each of its members is tried. */
const WHOLE_TURNS = 12

/** Number of calls that cover all union members and each optional property alone. */
export const turnsFor = (types: StoreTypes, parameters: readonly Type[]): number =>
  WHOLE_TURNS + Math.max(0, ...parameters.map((parameter) => mayLeaveOut(types, parameter)))

/** Number of optional properties of the parameter, or of an object directly inside it. */
function mayLeaveOut(types: StoreTypes, type: Type, isInside = false): number {
  const members = membersOf(type).filter((member) => member.flags & TypeFlags.Object)
  const properties = members.map((member) => types.propertiesOf(member))
  const own = properties.map((each) => each.filter(({ optional }) => optional).length)
  const inside = isInside ? [] : properties.flat().map((property) => mayLeaveOut(types, property.type, true))
  return Math.max(0, ...own, ...inside)
}

/**
 * `turn` selects the member of each union, so that successive turns cover all of them. From turn `WHOLE_TURNS` on, an
 * object has exactly one of its optional properties, because some statements run only then.
 */
export function sampleOf(types: StoreTypes, type: Type, turn: number, depth = 0): unknown {
  const members = membersOf(type)
  if (members.length > 1) return sampleOf(types, members[turn % members.length]!, turn, depth)
  if (type.isLiteralType()) return type.value
  if (type.flags & TypeFlags.Null) return null
  if (type.flags & (TypeFlags.Undefined | TypeFlags.Void)) return undefined
  if (type.flags & TypeFlags.Boolean) return turn % 2 === 0
  if (type.flags & TypeFlags.String) return 'sample'
  if (type.flags & TypeFlags.Number) return 1
  return depth < DEEPEST ? objectOf(types, type, turn, depth + 1) : null
}

function objectOf(types: StoreTypes, type: Type, turn: number, depth: number): unknown {
  const name = types.nameOf(type)
  if (name === 'Date') return new Date('2026-01-01T00:00:00Z')
  if (name.startsWith('Buffer')) return Buffer.from('sample')
  const parts = () => types.partsOf(type).map((part) => sampleOf(types, part, turn, depth))
  if (/(\[\]|^(Readonly)?Array<.*)$/.test(name)) return parts().slice(0, 1)
  if (/^(readonly )?\[/.test(name)) return parts()
  if (/^(Readonly)?Map</.test(name)) return new Map([parts() as [unknown, unknown]])
  if (/^(Readonly)?Set</.test(name)) return new Set(parts().slice(0, 1))
  const properties = types.propertiesOf(type)
  const leftOut = properties.filter(({ optional }) => optional)
  const only = turn < WHOLE_TURNS ? null : leftOut[(turn - WHOLE_TURNS) % leftOut.length]
  return Object.fromEntries(
    properties
      .filter((property) => only === null || property === only || !property.optional)
      .map((one) => [one.name, sampleOf(types, one === only ? given(one.type) : one.type, turn, depth)]),
  )
}

const given = (type: Type): Type => membersOf(type).find(({ flags }) => !(flags & TypeFlags.Undefined)) ?? type
