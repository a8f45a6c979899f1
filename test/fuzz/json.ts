// Changes the meaning of a JSON text and keeps it valid JSON.
import { below, oneOf } from './mutate.ts'

const VALUES = [null, true, false, 0, -1, 1.5, 1e21, -0, '', ' ', 'x', '\0', '\ud800', '2026-11-16', 'a@b.mx', [], {}]
const NAMES = ['__proto__', 'constructor', 'toString', '', 'x'.repeat(300), '/~0', 'é']

type Json = unknown

export function mutatedJson(input: Buffer, random: () => number): Buffer {
  let value: Json
  try {
    value = JSON.parse(input.toString('utf8'))
  } catch {
    value = oneOf(random, VALUES)
  }
  return Buffer.from(JSON.stringify(changed(value, random, 0)))
}

function changed(value: Json, random: () => number, depth: number): Json {
  if (typeof value !== 'object' || value === null || depth > 20) return otherValue(value, random)
  if (Array.isArray(value)) return changedList(value, random, depth)
  const entries = Object.entries(value)
  const at = below(random, entries.length)
  const chance = random()
  if (entries.length === 0 || chance < 0.15) return Object.fromEntries([...entries, [name(random), newValue(random)]])
  if (chance < 0.25) return Object.fromEntries(entries.toSpliced(at, 1))
  if (chance < 0.3) return [value]
  return Object.fromEntries(entries.with(at, [entries[at]![0], changed(entries[at]![1], random, depth + 1)]))
}

function changedList(list: Json[], random: () => number, depth: number): Json {
  const at = below(random, list.length)
  const chance = random()
  if (list.length === 0 || chance < 0.15) return [...list, newValue(random)]
  if (chance < 0.25) return list.toSpliced(at, 1)
  // Long lists of identical items.
  if (chance < 0.4) return [...list, ...Array(below(random, random() < 0.1 ? 4_000 : 20)).fill(list[at])]
  return list.with(at, changed(list[at], random, depth + 1))
}

const name = (random: () => number) => (random() < 0.5 ? oneOf(random, NAMES) : `field${below(random, 100)}`)

function newValue(random: () => number): Json {
  if (random() < 0.05) return Array.from({ length: below(random, 2_000) }, () => ({}))
  if (random() < 0.05) return Object.fromEntries(Array.from({ length: below(random, 300) }, (_, at) => [`f${at}`, at]))
  return oneOf(random, VALUES)
}

function otherValue(value: Json, random: () => number): Json {
  if (typeof value === 'number' && random() < 0.5) return value * oneOf(random, [-1, 10, 0.1, 1e9]) + below(random, 3)
  if (typeof value === 'string' && random() < 0.5) {
    const at = below(random, value.length + 1)
    return value.slice(0, at) + oneOf(random, ['', 'x', ' ', '\0', '\ud800', 'é', value.repeat(9)]) + value.slice(at)
  }
  return newValue(random)
}
