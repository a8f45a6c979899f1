// Ways in which bytes can be split on arrival.
import fc from 'fast-check'

/** Any bytes, often with line ends, dollars and colons among them. */
export const anyBytes = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom('\r\n', '\n', '\r', ' ', '/', ':', '$', '*', ';', '%', '?', 'HTTP/1.1', '0').map(Buffer.from),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Buffer.concat(parts))

/** Cuts the bytes into parts of these sizes, each at least one byte long. */
export function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const parts: Buffer[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes.length === 0 ? bytes.length : Math.max(1, sizes[turn % sizes.length]!)
    parts.push(bytes.subarray(at, at + size))
    at += size
  }
  return parts
}

export const anySizes = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 6 })

/** Every prefix of the bytes, including the bytes themselves. */
export const beginnings = (bytes: Buffer) =>
  Array.from({ length: bytes.length + 1 }, (_, length) => bytes.subarray(0, length))
