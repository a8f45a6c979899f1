// A fuzz target: code that reads untrusted input, with the properties that must hold for any input.
import assert from 'node:assert/strict'
import { Refusal } from '../../src/domain/codes/refusal.ts'
import { problemOf } from '../../src/wire/problems/problem.ts'
import { en } from '../../src/words/en.ts'
import { es } from '../../src/words/es.ts'
import { faultText, refusalText } from '../../src/words/words.ts'

export interface Target {
  /** Also the folder name of its kept inputs. */
  readonly name: string
  readonly seeds: readonly Buffer[]
  /** Throws or takes too long if something is wrong; deterministic. */
  readonly run: (input: Buffer) => void
  /** Words that reach deeper code than random bytes. */
  readonly words?: readonly string[]
  /** Changes the meaning of an input where a changed byte would only make it malformed. */
  readonly mutate?: (input: Buffer, random: () => number) => Buffer
}

/** Longer inputs find nothing more, and 64 kB are enough to show superlinear time. */
export const LONGEST_INPUT = 64 * 1024
/** CPU time. Linear code needs a fraction of this, superlinear code needs minutes. */
export const SLOW_MS = 1_000

/** A refusal is a valid answer if it has a text in both languages and its response is bounded. */
export function answerOf<Value>(work: () => Value): Value | null {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    for (const words of [en, es]) {
      assert(refusalText(words, error).length > 0)
      for (const field of error.fields.slice(0, 100)) assert(faultText(words, field).length > 0)
    }
    assert(JSON.stringify(problemOf(error, 'fuzz', { baseUrl: '' })).length < 8 * LONGEST_INPUT)
    return null
  }
}

/** Splits the bytes as TCP may do, at places that depend on the bytes. */
export function cut(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let at = 0, turn = bytes.length; at < bytes.length; turn++) {
    const size = 1 + ((bytes[(turn * 31) % bytes.length]! + turn) % (1 + (bytes.length >> 2)))
    parts.push(bytes.subarray(at, at + size))
    at += size
  }
  return parts
}

/** Some prefixes of the bytes; all of them if there are few. */
export function beginnings(bytes: Buffer): Buffer[] {
  const step = Math.max(1, bytes.length >> 4)
  return Array.from({ length: Math.ceil(bytes.length / step) }, (_, turn) => bytes.subarray(0, turn * step))
}
