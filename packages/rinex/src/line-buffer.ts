// Collects ASCII text and passes it on in blocks. Numbers are written digit by digit, because a string for each of the
// millions of numbers of a day would take most of the time.

const BLOCK_BYTES = 65_536
/** Longest text or line that is written at once. */
const ROOM_BYTES = 8_192
const [SPACE, ZERO, MINUS, POINT, LINE_END] = [32, 48, 45, 46, 10]
/** Closer to a tie than this, `value * 1000` may be on the wrong side of it. */
const TIE_MARGIN = 1e-3

export class LineBuffer {
  readonly #out: (bytes: Buffer) => void
  #bytes = Buffer.allocUnsafe(BLOCK_BYTES + ROOM_BYTES)
  /** Where the text starts that was not passed on. */
  #from = 0
  #length = 0

  /** `out` may keep the bytes it receives. */
  constructor(out: (bytes: Buffer) => void) {
    this.#out = out
  }

  text(text: string): this {
    this.#length += this.#bytes.write(text, this.#length, 'latin1')
    return this
  }

  byte(code: number): this {
    this.#bytes[this.#length++] = code
    return this
  }

  spaces(count: number): this {
    this.#bytes.fill(SPACE, this.#length, this.#length + count)
    this.#length += count
    return this
  }

  /** Removes the spaces at the end of the line, as RINEX 3 allows, and ends it. */
  endLine(): this {
    while (this.#length > this.#from && this.#bytes[this.#length - 1] === SPACE) this.#length--
    this.#bytes[this.#length++] = LINE_END
    if (this.#length >= BLOCK_BYTES) this.flush()
    return this
  }

  /** The format F14.3 of Fortran, without a zero before the point: crx2rnx restores files in this form only. */
  fixed3(value: number): this {
    const from = this.#length
    putThousandths(this.#bytes, from, thousandthsOf(value))
    this.#length = from + 14
    return this
  }

  flush(): void {
    if (this.#length === this.#from) return
    this.#out(this.#bytes.subarray(this.#from, this.#length))
    this.#from = this.#length
    if (this.#length < BLOCK_BYTES) return
    this.#bytes = Buffer.allocUnsafe(BLOCK_BYTES + ROOM_BYTES)
    this.#from = 0
    this.#length = 0
  }
}

/** Writes F14.3 at `from`; the highest digits of a value that is too long are lost. */
export function putThousandths(bytes: Uint8Array, from: number, thousandths: number): void {
  let rest = thousandths < 0 ? -thousandths : thousandths
  let at = from + 13
  for (let digits = 0; digits < 3; digits++) {
    const next = Math.floor(rest / 10)
    bytes[at--] = ZERO + (rest - next * 10)
    rest = next
  }
  bytes[at--] = POINT
  while (rest > 0 && at >= from) {
    const next = Math.floor(rest / 10)
    bytes[at--] = ZERO + (rest - next * 10)
    rest = next
  }
  if (thousandths < 0 && at >= from) bytes[at--] = MINUS
  while (at >= from) bytes[at--] = SPACE
}

/** Rounded as `toFixed(3)` does, which is exact but ten times slower. */
export function thousandthsOf(value: number): number {
  const scaled = value * 1000
  const whole = Math.floor(scaled)
  const part = scaled - whole
  if (Math.abs(part - 0.5) > TIE_MARGIN) return part < 0.5 ? whole : whole + 1
  return Math.round(Number(value.toFixed(3)) * 1000)
}
