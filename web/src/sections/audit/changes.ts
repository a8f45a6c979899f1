// Old and new values in the details of an audit entry.

type Details = Readonly<Record<string, unknown>>

export interface Change {
  /** Name of the field; names of nested fields are joined with a dot. */
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

export interface Described {
  readonly changes: readonly Change[]
  /** Details that are no change. */
  readonly rest: Details
}

const isObject = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Actions with a pair of values instead of `was`: the field, the name of its old and of its new value. */
const PAIRS: Readonly<Record<string, readonly [field: string, before: string, after: string]>> = {
  'credential.renewed': ['expiresAt', 'from', 'until'],
  'station.position_accepted': ['position', 'from', 'to'],
  'group.changed': ['name', 'name', 'to'],
}

/** `was` has the old values. The new ones are beside it, in `wish`, or in the one object that was changed. */
export function describeDetails(action: string, { was, wish, ...details }: Details): Described {
  const pair = PAIRS[action]
  if (pair && details[pair[2]] !== undefined) {
    const [field, before, after] = pair
    const { [before]: old, [after]: next, ...rest } = details
    return { changes: compare(field, old, next), rest }
  }
  if (!isObject(was)) return { changes: [], rest: isObject(wish) ? { ...details, ...wish } : details }
  const nested = Object.entries(details).filter(([name, value]) => isObject(value) && !(name in was))
  const holders = [isObject(wish) ? wish : {}, details, ...nested.map(([, value]) => value as Details)]
  const changes: Change[] = []
  const rest: Record<string, unknown> = { ...details }
  for (const [name, before] of Object.entries(was)) {
    const holder = holders.find((values) => name in values)
    if (!holder) continue
    changes.push(...compare(name, before, holder[name]))
    delete rest[name]
    for (const [outer, value] of nested) if (value === holder) delete rest[outer]
  }
  return { changes, rest }
}

function compare(field: string, before: unknown, after: unknown): Change[] {
  if (isSame(before, after)) return []
  if (!isObject(before) || !isObject(after)) return [{ field, before, after }]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) =>
    // A partial object leaves out what did not change.
    name in after ? compare(`${field}.${name}`, before[name], after[name]) : [],
  )
}
