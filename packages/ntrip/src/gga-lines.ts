// Finds GGA sentences in the bytes that a rover sends, which may contain anything else.
import { detached } from './head.ts'

/** NMEA allows 82 characters; receivers with many decimals send about 100. */
const LONGEST_SENTENCE = 128
const HEADER_LENGTH = '$GPGGA,'.length

const DOLLAR = 36
const STAR = 42
const CR = 13
const LF = 10

/**
 * Each rover has one of these, so it buffers only an unfinished sentence. A sentence ends with its checksum, with its
 * line, or where the next one starts: some rovers send no line ends.
 */
export class GgaLines {
  #unfinished = ''

  /** Returns the sentences that end in these bytes. */
  push(bytes: Buffer): string[] {
    const text = this.#unfinished + bytes.toString('latin1')
    const sentences: string[] = []
    this.#unfinished = ''
    for (let start = text.indexOf('$'); start >= 0; start = text.indexOf('$', start + 1)) {
      if (text.length - start >= HEADER_LENGTH && !text.startsWith('GGA,', start + 3)) continue
      const end = sentenceEnd(text, start)
      if (end === 'unfinished') this.#unfinished = detached(text.slice(start))
      else if (end !== 'too long' && end - start >= HEADER_LENGTH) sentences.push(detached(text.slice(start, end)))
    }
    return sentences
  }
}

function sentenceEnd(text: string, start: number): number | 'unfinished' | 'too long' {
  let checksumEnd = -1
  for (let at = start + 1; at < start + LONGEST_SENTENCE; at++) {
    if (at === checksumEnd) return at
    if (at === text.length) return 'unfinished'
    const code = text.charCodeAt(at)
    if (code === CR || code === LF || code === DOLLAR) return at
    if (code === STAR) checksumEnd = at + 3
  }
  return 'too long'
}
