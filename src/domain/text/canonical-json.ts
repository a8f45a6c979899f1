// The same JSON, the same text: whatever the order of names, the spaces and how numbers were written.

/** In steps, so that others have their turn: what is large is so by its lists. */
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
