// Canonical JSON: equal values give equal text, regardless of key order, whitespace and number notation.

/** Yields per list item, to let other work run: large values are large because of their lists. */
export function* canonicalJson(value: unknown): Generator<undefined, string> {
  if (typeof value !== 'object' || value === null) return written(value)
  const parts: string[] = []
  if (Array.isArray(value)) {
    for (const item of value) {
      parts.push(written(item))
      yield
    }
    return `[${parts.join(',')}]`
  }
  for (const name of Object.keys(value).sort())
    parts.push(`${JSON.stringify(name)}:${yield* canonicalJson(value[name as never])}`)
  return `{${parts.join(',')}}`
}

function written(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${written(value[name as never])}`).join(',')}}`
}
