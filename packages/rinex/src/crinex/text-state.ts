// A text that is restored from its differences; the inverse of text-difference.ts.

const [SPACE, AMPERSAND] = [32, 38]

export class TextState {
  readonly bytes: Uint8Array
  length = 0

  constructor(size: number) {
    this.bytes = new Uint8Array(size).fill(SPACE)
  }

  clear(): void {
    this.bytes.fill(SPACE, 0, this.length)
    this.length = 0
  }

  /** A space keeps the character, "&" makes it a space. Changes past the size are ignored. */
  apply(line: Uint8Array, from: number): void {
    const { bytes } = this
    const count = Math.min(line.length - from, bytes.length)
    for (let i = 0; i < count; i++) {
      const byte = line[from + i]!
      if (byte !== SPACE) bytes[i] = byte === AMPERSAND ? SPACE : byte
    }
    if (count > this.length) this.length = count
  }
}
