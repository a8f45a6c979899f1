// Removes `null` from optional fields, because many clients send every field they know. Where the schema allows `null`,
// it has a meaning and is kept.
import type { TSchema } from 'typebox'

interface Described {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Described[]
  readonly oneOf?: readonly Described[]
  readonly properties?: Readonly<Record<string, Described>>
  readonly required?: readonly string[]
  readonly items?: Described
}
type Drop = (value: unknown) => void

/** Returns a function that removes the nulls in place, or `null` if the schema has no such field. */
export function nullDropper(schema: TSchema, shared: readonly TSchema[]): Drop | null {
  const byId = new Map(shared.map((one) => [`${(one as { $id?: string }).$id}#`, one as Described]))
  const resolved = (one: Described): Described => (one.$ref === undefined ? one : (byId.get(one.$ref) ?? one))
  const dropper = (given: Described): Drop | null => {
    const { properties = {}, required = [], items } = resolved(given)
    const optional = Object.keys(properties).filter(
      (name) => !required.includes(name) && !admitsNull(resolved(properties[name]!)),
    )
    const inside = Object.entries(properties).flatMap(([name, property]) => {
      const drop = dropper(property)
      return drop ? [{ name, drop }] : []
    })
    const dropInItem = items ? dropper(items) : null
    if (optional.length === 0 && inside.length === 0 && !dropInItem) return null
    return (value) => {
      if (typeof value !== 'object' || value === null) return
      if (Array.isArray(value)) {
        for (const item of value) dropInItem?.(item)
        return
      }
      const fields = value as Record<string, unknown>
      for (const name of optional) if (fields[name] === null) delete fields[name]
      for (const { name, drop } of inside) drop(fields[name])
    }
  }
  return dropper(schema as Described)
}

function admitsNull({ type, enum: choices, const: only, anyOf, oneOf, $ref }: Described): boolean {
  if (type !== undefined) return [type].flat().includes('null')
  if (choices) return choices.includes(null)
  if (only !== undefined) return only === null
  const options = anyOf ?? oneOf
  return options ? options.some(admitsNull) : $ref === undefined
}
