// Finds changes of a schema that break a client of the previous version: the service must still accept every request
// that it accepted, and must not return anything that it could not return before.

export type Json = Readonly<Record<string, unknown>>
export type Side = 'request' | 'answer'
export type Say = (where: string, what: string) => void

/** Limits that narrow when they grow, and limits that widen when they grow. */
const LEAST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const
const MOST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const
/** Formats that state a number's size in bits; `maximum` states its range. */
const SIZES = new Set(['int32', 'int64', 'float', 'double'])

/** Follows a reference, and treats "this or null" as one nullable schema. */
export function resolved(document: Json, schema: Json): Json {
  if (typeof schema.$ref === 'string') {
    const { $ref, ...rest } = schema
    const target = schema.$ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, part) => (at as Json)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')], document)
    if (!target) throw new Error(`${schema.$ref} leads nowhere`)
    return resolved(document, { ...(target as Json), ...rest })
  }
  const choices = (schema.anyOf ?? []) as Json[]
  const [one, ...others] = choices.filter(({ type }) => type !== 'null')
  if (!one || others.length > 0) return schema
  const { anyOf: _, ...rest } = schema
  const inner = resolved(document, one)
  return { ...inner, ...rest, type: choices.length > 1 ? [...typesOf(inner), 'null'] : inner.type }
}

export function compareSchemas(
  before: Json,
  after: Json,
  documents: { before: Json; after: Json },
  side: Side,
  say: Say,
) {
  const seen = new Set<string>()
  compare(before, after, '')

  function compare(beforeSchema: Json, afterSchema: Json, where: string): void {
    const pair = `${beforeSchema.$ref}|${afterSchema.$ref}`
    if (beforeSchema.$ref && afterSchema.$ref && seen.has(pair)) return
    seen.add(pair)
    const was = resolved(documents.before, beforeSchema)
    const is = resolved(documents.after, afterSchema)
    const told = (what: string) => say(where, what)
    const [formsBefore, formsAfter] = [formsOf(was), formsOf(is)]
    // A client written for a single form must find its fields in each of the new forms.
    if (side === 'answer' && !formsBefore && formsAfter) {
      const forms = formsAfter.map((form) => resolved(documents.after, form))
      for (const form of asRead(forms, is)) compare(was, form, where)
      return
    }
    if (formsBefore || formsAfter) {
      compareChoices(was, is, where)
      return
    }
    compareTypes(was, is, side, told)
    compareWords(was, is, side, told)
    compareLimits(was, is, side, told)
    compareFields(was, is, where)
    for (const inside of ['items', 'additionalProperties'] as const)
      if (isObject(was[inside]) && isObject(is[inside])) compare(was[inside], is[inside], `${where}/*`)
    if (side === 'request' && is.additionalProperties === false && was.additionalProperties !== false)
      told('refuses unknown fields now')
  }

  function compareFields(was: Json, is: Json, where: string): void {
    const fieldsBefore = (was.properties ?? {}) as Record<string, Json>
    const fieldsAfter = (is.properties ?? {}) as Record<string, Json>
    for (const [name, field] of Object.entries(fieldsBefore)) {
      const now = fieldsAfter[name]
      if (now) compare(field, now, `${where}/${name}`)
      else say(`${where}/${name}`, 'is gone')
    }
    const needed = (is.required ?? []) as string[]
    const known = (was.required ?? []) as string[]
    if (side === 'request')
      for (const name of needed.filter((one) => !known.includes(one))) say(`${where}/${name}`, 'must be given now')
    else
      for (const name of known.filter((one) => !needed.includes(one) && one in fieldsAfter))
        say(`${where}/${name}`, 'may be missing now')
  }

  /** Every previous form must still exist. A response must have no new form, unless more forms were announced. */
  function compareChoices(was: Json, is: Json, where: string): void {
    const formsBefore = formsOf(was) ?? [was]
    const formsAfter = formsOf(is) ?? [is]
    const fits = (one: Json, other: Json) => {
      let fine = true
      compareSchemas(one, other, documents, side, () => {
        fine = false
      })
      return fine
    }
    for (const [index, form] of formsBefore.entries())
      if (!formsAfter.some((other) => fits(form, other))) say(where, `form ${index + 1} is gone or another one`)
    if (side === 'answer' && !was['x-may-grow'] && formsAfter.length > formsBefore.length) say(where, 'has more forms')
  }
}

/** The forms of a choice; `null` if there is only one. */
const formsOf = ({ oneOf, anyOf }: Json): Json[] | null => (oneOf ?? anyOf ?? null) as Json[] | null

/** Adds to each form the fields and enum values of the others, because a client reads whichever form it receives. */
function asRead(forms: readonly Json[], { type }: Json): Json[] {
  const fieldsOf = ({ properties = {} }: Json) => properties as Record<string, Json>
  const all: Record<string, Json> = Object.assign({}, ...forms.map(fieldsOf))
  const withWords = (name: string, field: Json): Json =>
    wordsOf(field) ? { ...field, enum: forms.flatMap((form) => wordsOf(fieldsOf(form)[name] ?? {}) ?? []) } : field
  return forms.map((form) => ({
    ...form,
    type: typesOf({ type }).includes('null') ? ['object', 'null'] : 'object',
    properties: Object.fromEntries(
      Object.entries({ ...all, ...fieldsOf(form) }).map(([name, field]) => [name, withWords(name, field)]),
    ),
  }))
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

const typeOf = (value: unknown) =>
  value === null ? 'null' : Number.isInteger(value) ? 'integer' : Array.isArray(value) ? 'array' : typeof value

function typesOf({ type, enum: words, const: only }: Json): string[] {
  if (Array.isArray(type)) return type
  if (typeof type === 'string') return [type]
  return [...new Set([...((words ?? []) as unknown[]), ...(only === undefined ? [] : [only])].map(typeOf))]
}

/** An integer is a number. */
const takes = (types: readonly string[], type: string) =>
  types.includes(type) || (type === 'integer' && types.includes('number'))

function compareTypes(was: Json, is: Json, side: Side, told: (what: string) => void): void {
  const [before, after] = [typesOf(was), typesOf(is)]
  if (before.length === 0 && after.length === 0) return
  const [given, taken] = side === 'request' ? [before, after] : [after, before]
  const strange = given.filter((type) => !takes(taken, type))
  if (strange.length > 0 || (given.length === 0) !== (taken.length === 0))
    told(`is ${after.join(' or ') || 'anything'}, was ${before.join(' or ') || 'anything'}`)
}

function compareWords(was: Json, is: Json, side: Side, told: (what: string) => void): void {
  const before = wordsOf(was)
  const after = wordsOf(is)
  if (side === 'request' && after && !before) told('takes only some values now')
  if (side === 'answer' && before && !after) told('can have any value now')
  if (!before || !after) return
  for (const word of before.filter((one) => !after.includes(one))) told(`${JSON.stringify(word)} is gone`)
  if (side === 'answer' && !was['x-may-grow'])
    for (const word of after.filter((one) => !before.includes(one)))
      told(`${JSON.stringify(word)} is new to its readers`)
}

const wordsOf = ({ enum: words, const: only }: Json): unknown[] | null =>
  only === undefined ? ((words as unknown[]) ?? null) : [only]

function compareLimits(was: Json, is: Json, side: Side, told: (what: string) => void): void {
  const compare = (name: string, narrower: boolean, wider: boolean) => {
    if (side === 'request' ? narrower : wider) told(`${name} is ${show(is[name])}, was ${show(was[name])}`)
  }
  for (const name of LEAST) {
    const [before, after] = [limit(was[name], -Infinity), limit(is[name], -Infinity)]
    compare(name, after > before, after < before)
  }
  for (const name of MOST) {
    const [before, after] = [limit(was[name], Infinity), limit(is[name], Infinity)]
    compare(name, after < before, after > before)
  }
  for (const name of ['pattern', 'format'] as const) {
    const differs = was[name] !== is[name]
    const given = (schema: Json) => schema[name] !== undefined && !SIZES.has(String(schema[name]))
    compare(name, differs && given(is), differs && given(was))
  }
  if (side === 'request' && was.default !== undefined && show(was.default) !== show(is.default))
    told(`default is ${show(is.default)}, was ${show(was.default)}`)
}

const limit = (value: unknown, none: number): number => (typeof value === 'number' ? value : none)
const show = (value: unknown): string => (value === undefined ? 'not said' : JSON.stringify(value))
