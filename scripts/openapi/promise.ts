// The parts of a description that are a promise: all but texts and examples, which may change.
import type { Json } from './schema-changes.ts'

const TEXTS = new Set(['description', 'summary', 'example', 'examples'])

export const promiseOf = ({ paths, webhooks, components }: Json): Json => bare({ paths, webhooks, components }) as Json

function bare(value: unknown, names = false): unknown {
  if (Array.isArray(value)) return value.map((one) => bare(one))
  if (typeof value !== 'object' || value === null) return value
  // Under `properties` the keys are field names, and a field can have the name of a text key.
  const kept = Object.entries(value).filter(([key]) => names || !TEXTS.has(key))
  return Object.fromEntries(kept.map(([key, inside]) => [key, bare(inside, key === 'properties')]))
}
