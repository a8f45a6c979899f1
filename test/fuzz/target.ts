// What is fuzzed: something that reads what strangers wrote, and what must hold whatever they wrote.
import assert from 'node:assert/strict'
import { Refusal } from '../../src/domain/codes/refusal.ts'
import { problemOf } from '../../src/wire/problems/problem.ts'
import { en } from '../../src/words/en.ts'
import { es } from '../../src/words/es.ts'
import { faultText, refusalText } from '../../src/words/words.ts'

export interface Target {
  /** Also the folder of its kept inputs. */
  readonly name: string
  readonly seeds: readonly Buffer[]
  /** Throws, or takes too long, where something is wrong. The same input always does the same. */
  readonly run: (input: Buffer) => void
  /** Words that lead deeper than chance. */
  readonly words?: readonly string[]
  /** Changes the meaning where a changed byte would only break the form. */
  readonly mutate?: (input: Buffer, random: () => number) => Buffer
}

/** Longer ones find nothing that these do not, and 64 kB show what grows faster than its input. */
export const LONGEST_INPUT = 64 * 1024
/** Of the processor. What grows with its input takes a fraction of it, what grows faster takes minutes. */
export const SLOW_MS = 1_000

/** A refusal is an answer like any other, if there are words for it in both languages and its answer has a bound. */
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

/** Parts of the bytes as TCP may cut them; where, follows from the bytes. */
export function cut(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let at = 0, turn = bytes.length; at < bytes.length; turn++) {
    const size = 1 + ((bytes[(turn * 31) % bytes.length]! + turn) % (1 + (bytes.length >> 2)))
    parts.push(bytes.subarray(at, at + size))
    at += size
  }
  return parts
}

/** Some beginnings of the bytes; all of them where they are few. */
export function beginnings(bytes: Buffer): Buffer[] {
  const step = Math.max(1, bytes.length >> 4)
  return Array.from({ length: Math.ceil(bytes.length / step) }, (_, turn) => bytes.subarray(0, turn * step))
}
