// Splits a JSON array into the texts of its items, so that a file of thousands is parsed item by item without blocking
// the event loop.

import type { InSteps } from '../../base/running/turns.ts'
import { unreadable } from '../../domain/codes/refusal.ts'

const STEP = 50_000

/** The first `most` items. Their JSON is not validated here. */
export function* itemsOf(text: string, most: number): InSteps<string[]> {
  const items: string[] = []
  const end = text.trimEnd().length - 1
  const begin = text.indexOf('[') + 1
  if (text[end] !== ']') throw unfinished()
  if (text.slice(begin, end).trim() === '') return items
  let depth = 0
  let itemAt = begin
  let pauseAt = STEP
  for (let at = begin; at < end && items.length < most; at++) {
    const letter = text[at]
    if (letter === '"') {
      at = endOfText(text, at)
      if (at < 0) throw unfinished()
    } else if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') depth -= 1
    else if (letter === ',' && depth === 0) {
      items.push(text.slice(itemAt, at))
      itemAt = at + 1
    }
    if (at >= pauseAt) {
      pauseAt = at + STEP
      yield
    }
  }
  if (items.length < most) items.push(text.slice(itemAt, end))
  return items
}

/** Position of the closing quote, or -1. */
function endOfText(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return -1
}

const unfinished = () => unreadable('file_not_json', { said: 'the list does not end' })
