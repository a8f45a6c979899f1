// Sourcetable filters: `GET /?STR;;;;;;;;MEX` (NTRIP 2.0: a record whose fields are the conditions, by position). An
// unsupported filter returns the whole table.

/** Whether the filter matches a record. The fields are in upper case. */
export type Wanted = (fields: readonly string[]) => boolean

type Test = (field: string) => boolean

const TYPES = ['STR', 'CAS', 'NET']
/** Limits of a filter: each choice is tested on each record. */
const LONGEST = 256
const MOST_FIELDS = 24
const MOST_CHOICES = 32
const CHOICE = /[|+*]/g
/** Parentheses and "about" (the nearest) are in the standard, but no client that we know uses them. */
const NOT_UNDERSTOOD = /[()~]/

/** `null` for the whole table. `strict` before the record demands equal fields; `filter` and `match` change nothing. */
export function sourcetableFilter(query: string): Wanted | null {
  const asked = decoded(query)
  if (asked.length > LONGEST || (asked.match(CHOICE)?.length ?? 0) > MOST_CHOICES) return null
  const [, words = '', record = ''] = /^((?:(?:filter|match|strict|auth)[=&;]?)*)(.*)$/is.exec(asked) ?? []
  const [type = '', ...wishes] = record.toUpperCase().split(';')
  if (!TYPES.includes(type) || wishes.length > MOST_FIELDS || NOT_UNDERSTOOD.test(record)) return null
  const isStrict = /strict/i.test(words)
  const tests = wishes.map((wish) => (wish.trim() === '' ? null : testOf(wish.trim(), isStrict)))
  return ([kind, ...fields]) =>
    kind === type && tests.every((test, place) => test === null || test(fields[place] ?? ''))
}

/** Any of several (`MEX|GTM`), all of several (`GPS+GAL`), or one. */
function testOf(wish: string, isStrict: boolean): Test {
  const choices = wish
    .split('|')
    .map((choice) => (isStrict ? [choice] : choice.split('+')).map((text) => oneTest(text, isStrict)))
  return (field) => choices.some((tests) => tests.every((test) => test(field)))
}

/** A negation (`!RTCM 2.3`), a comparison (`>=19.5`), or a text. */
function oneTest(wish: string, isStrict: boolean): Test {
  const [, sign = '', figure] = /^(!=|[<>]=?|==?)\s*(-?\d+(?:\.\d+)?)$/.exec(wish) ?? []
  if (figure !== undefined) return (field) => field !== '' && COMPARISONS[sign]!(Number(field), Number(figure))
  const [, no = '', text = ''] = /^(!=?)?=*(.*)$/s.exec(wish)!
  const test = textTest(text.trim(), isStrict)
  return no ? (field) => !test(field) : test
}

const COMPARISONS: Readonly<Record<string, (field: number, bound: number) => boolean>> = {
  '<': (field, bound) => field < bound,
  '<=': (field, bound) => field <= bound,
  '>': (field, bound) => field > bound,
  '>=': (field, bound) => field >= bound,
  '=': (field, bound) => field === bound,
  '==': (field, bound) => field === bound,
  '!=': (field, bound) => field !== bound,
}

/** Matches if the field contains the text. A text with stars must match the whole field; a star matches anything. */
function textTest(text: string, isStrict: boolean): Test {
  if (!text.includes('*')) return isStrict ? (field) => field === text : (field) => field.includes(text)
  const [first = '', ...rest] = text.split('*')
  const last = rest.pop()!
  return (field) => {
    if (!field.startsWith(first) || field.length < first.length + last.length || !field.endsWith(last)) return false
    let at = first.length
    for (const part of rest) {
      const found = field.indexOf(part, at)
      if (found < 0) return false
      at = found + part.length
    }
    return at <= field.length - last.length
  }
}

function decoded(query: string): string {
  try {
    return decodeURIComponent(query)
  } catch {
    return query
  }
}
