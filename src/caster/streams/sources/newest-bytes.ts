// The newest bytes of a stream, kept to identify its format.

const KEPT_BYTES = 4096
const NOTHING = Buffer.alloc(0)

export class NewestBytes {
  bytes: Buffer = NOTHING

  push(chunk: Buffer): void {
    const kept = this.bytes.subarray(Math.max(0, this.bytes.length + chunk.length - KEPT_BYTES))
    this.bytes = Buffer.concat([kept, chunk.subarray(-KEPT_BYTES)])
  }

  forget(): void {
    this.bytes = NOTHING
  }
}
