// Decodes a file that another program wrote: UTF-8 with or without BOM, UTF-16, or a mix. A line that is not UTF-8 is
// read as Latin-1, like the caster reads the bytes of a login (`readBasic` of @vertice/ntrip), so both result in the
// same password.
import { isUtf8 } from 'node:buffer'
import type { InSteps } from '../../../base/running/turns.ts'
import { unreadable } from '../../../domain/codes/refusal.ts'
import { expectFewLines } from '../../../domain/text/lines.ts'

const LOOKED_AT = 1_000
const LF = 10

export interface ReadText {
  readonly text: string
  readonly latin1Lines: number
}

export function* textOf(bytes: Buffer): InSteps<ReadText> {
  const wide = wideEncoding(bytes)
  if (wide) return { text: decoded(bytes, wide), latin1Lines: 0 }
  if (isUtf8(bytes)) return { text: withoutMark(bytes.toString('utf8')), latin1Lines: 0 }
  const lines: string[] = []
  let latin1Lines = 0
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LF, from)
    const line = bytes.subarray(from, end < 0 ? bytes.length : end)
    const isUsual = isUtf8(line)
    if (!isUsual) latin1Lines += 1
    lines.push(line.toString(isUsual ? 'utf8' : 'latin1'))
    expectFewLines(lines.length)
    from = end < 0 ? bytes.length : end + 1
    yield
  }
  return { text: withoutMark(lines.join('\n')), latin1Lines }
}

/** Our own files must be valid UTF-8 or UTF-16: a guessed encoding would produce wrong passwords. */
export function ownTextOf(bytes: Buffer): string {
  const wide = wideEncoding(bytes)
  if (wide) return decoded(bytes, wide)
  if (!isUtf8(bytes)) throw unreadable('file_not_utf8')
  return withoutMark(bytes.toString('utf8'))
}

const withoutMark = (text: string) => (text.startsWith('\uFEFF') ? text.slice(1) : text)

function decoded(bytes: Buffer, encoding: 'utf-16le' | 'utf-16be'): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('file_not_utf8')
  }
}

/** Detects UTF-16 by its BOM, or because every second byte is zero, as in ASCII text. */
function wideEncoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const beginning = bytes.subarray(0, LOOKED_AT)
  const zeros = [0, 0]
  beginning.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2]! += 1
  })
  const many = beginning.length / 3
  return zeros[1]! > many ? 'utf-16le' : zeros[0]! > many ? 'utf-16be' : null
}
