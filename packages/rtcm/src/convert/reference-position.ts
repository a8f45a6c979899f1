// Replaces the coordinates in a message that holds the position of a station. All other bits stay as they were sent.
import { signedAt } from '../bits.ts'
import { frame } from '../encode/frames.ts'

/** Metres, Earth-centred and Earth-fixed. */
export interface Position {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Length of the message, and the first bits of DF025, DF026 and DF027. */
const PLACES: ReadonlyMap<number, { readonly bytes: number; readonly bits: readonly [number, number, number] }> =
  new Map([
    [1005, { bytes: 19, bits: [34, 74, 114] }],
    [1006, { bytes: 21, bits: [34, 74, 114] }],
    [1032, { bytes: 20, bits: [42, 80, 118] }],
  ])
const WIDTH = 38
const PER_METRE = 10_000

export const holdsPosition = (type: number): boolean => PLACES.has(type)

/** Messages from which a rover computes a transformation of its own. They are wrong beside a changed position. */
export const isTransformation = (type: number): boolean => type >= 1021 && type <= 1027

/** Returns the whole frame; `null` if the message is too short or the new position does not fit. */
export function withPosition(payload: Uint8Array, type: number, move: (sent: Position) => Position): Buffer | null {
  const place = PLACES.get(type)
  if (!place || payload.length < place.bytes) return null
  const [x, y, z] = place.bits.map((bit) => signedAt(payload, bit, WIDTH) / PER_METRE) as [number, number, number]
  const moved = move({ x, y, z })
  const changed = Buffer.from(payload)
  for (const [index, metres] of [moved.x, moved.y, moved.z].entries()) {
    const value = Math.round(metres * PER_METRE)
    if (!(Math.abs(value) < 2 ** (WIDTH - 1))) return null
    overwrite(changed, place.bits[index]!, value)
  }
  return frame(changed)
}

function overwrite(bytes: Buffer, bit: number, value: number): void {
  const written = BigInt.asUintN(WIDTH, BigInt(value))
  for (let i = 0; i < WIDTH; i++) {
    const at = bit + i
    const mask = 0x80 >>> (at & 7)
    if ((written >> BigInt(WIDTH - 1 - i)) & 1n) bytes[at >>> 3]! |= mask
    else bytes[at >>> 3]! &= ~mask
  }
}
