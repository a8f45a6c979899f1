// Chunked bodies, RFC 9112, 7.1: each chunk is a size in hex followed by that many bytes.

const CR = 13
const LF = 10
/** Max length of a size line with its extensions. */
const SIZE_LINE_LIMIT = 256
/** Eight hex digits, 4 GiB. Chunks are not buffered, so a large size does no harm. */
const MAX_SIZE = 0xffff_ffff

type State = 'size' | 'extension' | 'data' | 'after-data' | 'ended' | 'bad'

/** Decodes a body as it arrives. The returned buffers are slices of the input. */
export class ChunkedDecoder {
  #state: State = 'size'
  #lineLength = 0
  #size = 0
  #hasDigits = false

  /** `ended`: the last chunk was received; trailers are ignored. `bad`: the framing is broken; the rest is ignored. */
  get state(): 'open' | 'ended' | 'bad' {
    return this.#state === 'ended' || this.#state === 'bad' ? this.#state : 'open'
  }

  push(bytes: Buffer): Buffer[] {
    const data: Buffer[] = []
    let at = 0
    while (at < bytes.length && this.state === 'open') {
      if (this.#state === 'data') {
        const part = bytes.subarray(at, at + this.#size)
        data.push(part)
        at += part.length
        this.#size -= part.length
        if (this.#size === 0) this.#state = 'after-data'
      } else this.#control(bytes[at++]!)
    }
    return data
  }

  /** Handles one byte outside chunk data. */
  #control(byte: number): void {
    if (this.#state === 'after-data') {
      if (byte === LF) this.#startSize()
      else if (byte !== CR) this.#state = 'bad'
    } else if (++this.#lineLength > SIZE_LINE_LIMIT) this.#state = 'bad'
    else if (byte === LF) this.#endSize()
    else if (this.#state === 'size') this.#digit(byte)
  }

  #digit(byte: number): void {
    const value = Number.parseInt(String.fromCharCode(byte), 16)
    if (Number.isNaN(value)) {
      // The end of the line, an extension (7.1.1), or the spaces with which some servers pad the size.
      this.#state = byte === CR || byte === 0x3b || byte === 0x20 || byte === 0x09 ? 'extension' : 'bad'
      return
    }
    this.#hasDigits = true
    this.#size = this.#size * 16 + value
    if (this.#size > MAX_SIZE) this.#state = 'bad'
  }

  #endSize(): void {
    if (!this.#hasDigits) this.#state = 'bad'
    else this.#state = this.#size === 0 ? 'ended' : 'data'
  }

  #startSize(): void {
    this.#state = 'size'
    this.#lineLength = 0
    this.#size = 0
    this.#hasDigits = false
  }
}

/** Encodes one chunk. An empty chunk ends the body. */
export const chunk = (data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')])

export const LAST_CHUNK = chunk(Buffer.alloc(0))
