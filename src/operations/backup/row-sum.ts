// The row count and an order-independent checksum: PostgreSQL returns rows in no particular order.
import { hash } from 'node:crypto'

export class RowSum {
  rows = 0
  readonly #lanes = new Uint32Array(8) // wrap around
  #begun: Buffer[] = []

  /** `chunk`: output of COPY in text format, with one row per line and line breaks in values escaped. */
  add(chunk: Buffer): void {
    let from = 0
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, from)) {
      const rest = chunk.subarray(from, end)
      this.#addRow(this.#begun.length === 0 ? rest : Buffer.concat([...this.#begun, rest]))
      this.#begun = []
      from = end + 1
    }
    if (from < chunk.length) this.#begun.push(chunk.subarray(from))
  }

  #addRow(row: Buffer): void {
    const digest = hash('sha256', row, 'buffer')
    for (let lane = 0; lane < 8; lane++) this.#lanes[lane]! += digest.readUInt32LE(lane * 4)
    this.rows++
  }

  get sum(): string {
    return Buffer.from(this.#lanes.buffer).toString('hex')
  }
}
