// The outer format of a backup: a magic line, a line of JSON, then frames, each with a tag. The tag covers the frame's
// index and whether it is the last, so truncation, recombination and any changed bit are detected on reading.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { createReadStream } from 'node:fs'
import { promisify } from 'node:util'

const MAGIC = 'vertice-backup 1\n'
const FRAME_BYTES = 256 * 1024
const PROOF_BYTES = 16
const LENGTH_BYTES = 4
const LONGEST_HEADER = 4096
/** scrypt's cost as a power of two: 128 MB and some tenths of a second per guess. */
const COST = 17
/** Limits what a file can demand of the reader. */
const HIGHEST_COST = 18

export class BackupFileError extends Error {}

interface Header {
  readonly madeAt: string
  /** `null` if not encrypted; the tags then protect only against accidental damage. */
  readonly scrypt: { readonly salt: string; readonly cost: number } | null
}

/** Seals and opens a frame; `proof` has 16 bytes. */
interface Seal {
  close(data: Buffer, index: number, last: boolean): { data: Buffer; proof: Buffer }
  open(data: Buffer, proof: Buffer, index: number, last: boolean): Buffer
}

const stretch = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
const deriveKey = (passphrase: string, { salt, cost }: NonNullable<Header['scrypt']>) =>
  stretch(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), 32, {
    N: 2 ** cost,
    r: 8,
    p: 1,
    maxmem: 2 ** (cost + 11),
  })

/** Every file has its own key, so a counter never repeats a nonce. */
function nonceOf(index: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(index, 7)
  nonce[11] = last ? 1 : 0
  return nonce
}

function encrypting(key: Buffer, header: Buffer): Seal {
  return {
    close(data, index, last) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, last)).setAAD(header)
      const closed = Buffer.concat([cipher.update(data), cipher.final()])
      return { data: closed, proof: cipher.getAuthTag() }
    },
    open(data, proof, index, last) {
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, last), { authTagLength: PROOF_BYTES })
      decipher.setAAD(header).setAuthTag(proof)
      return Buffer.concat([decipher.update(data), decipher.final()])
    },
  }
}

function checking(header: Buffer): Seal {
  const proofOf = (data: Buffer, index: number, last: boolean) =>
    createHash('sha256').update(header).update(nonceOf(index, last)).update(data).digest().subarray(0, PROOF_BYTES)
  return {
    close: (data, index, last) => ({ data, proof: proofOf(data, index, last) }),
    open(data, proof, index, last) {
      if (!timingSafeEqual(proof, proofOf(data, index, last))) throw new Error('not what was written')
      return data
    },
  }
}

const sealOf = async (how: Header['scrypt'], header: Buffer, passphrase: string | null): Promise<Seal> =>
  how === null || passphrase === null ? checking(header) : encrypting(await deriveKey(passphrase, how), header)

export async function* closeFrames(
  source: AsyncIterable<Buffer>,
  passphrase: string | null,
  madeAt: Date,
  cost = COST,
): AsyncGenerator<Buffer> {
  const how = passphrase === null ? null : { salt: randomBytes(16).toString('base64'), cost }
  const header = Buffer.from(`${JSON.stringify({ madeAt: madeAt.toISOString(), scrypt: how } satisfies Header)}\n`)
  const seal = await sealOf(how, header, passphrase)
  yield Buffer.concat([Buffer.from(MAGIC), header])
  let index = 0
  const frame = (plain: Buffer, last: boolean) => {
    const { data, proof } = seal.close(plain, index++, last)
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt32BE(data.length * 2 + (last ? 1 : 0)) // the lowest bit marks the last frame
    return Buffer.concat([length, data, proof])
  }
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const piece of source) {
    waiting.push(piece)
    bytes += piece.length
    if (bytes < FRAME_BYTES) continue
    const all = Buffer.concat(waiting)
    let from = 0
    for (; all.length - from >= FRAME_BYTES; from += FRAME_BYTES)
      yield frame(all.subarray(from, from + FRAME_BYTES), false)
    waiting = [all.subarray(from)]
    bytes = all.length - from
  }
  yield frame(Buffer.concat(waiting), true)
}

/** Reads a byte stream in pieces of requested sizes. */
class Taker {
  readonly #source: AsyncIterator<Buffer>
  #have: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** `null` if fewer bytes are left. */
  async take(count: number): Promise<Buffer | null> {
    const pieces = [this.#have]
    let length = this.#have.length
    while (length < count) {
      const { value, done } = await this.#source.next()
      if (done) break
      pieces.push(value)
      length += value.length
    }
    const all = pieces.length === 1 ? this.#have : Buffer.concat(pieces)
    if (all.length < count) {
      this.#have = all
      return null
    }
    this.#have = all.subarray(count)
    return all.subarray(0, count)
  }

  async line(): Promise<Buffer | null> {
    const bytes: Buffer[] = []
    for (let byte = await this.take(1); byte !== null; byte = await this.take(1)) {
      bytes.push(byte)
      if (byte[0] === 0x0a) return Buffer.concat(bytes)
      if (bytes.length > LONGEST_HEADER) return null
    }
    return null
  }
}

/** The passphrase is requested only if the file needs one. */
export interface Opening {
  passphrase(): Promise<string>
  /** Rejects a file that is not encrypted, because it can come from someone else. */
  readonly mustBeEncrypted: boolean
}

export async function* openFrames(source: AsyncIterable<Buffer>, opening: Opening): AsyncGenerator<Buffer> {
  const taker = new Taker(source)
  if ((await taker.line())?.toString() !== MAGIC)
    throw new BackupFileError('the file is not a backup of Vértice, or a newer release wrote it')
  const line = await taker.line()
  const header = line && headerOf(line)
  if (!header) throw new BackupFileError('the header of the backup is not readable')
  if (header.scrypt === null && opening.mustBeEncrypted)
    throw new BackupFileError(
      'the backup is not encrypted, but a passphrase was given; check that this is the right file',
    )
  const seal = await sealOf(header.scrypt, line, header.scrypt && (await opening.passphrase()))
  for (let index = 0; ; index++) {
    const length = (await taker.take(LENGTH_BYTES))?.readUInt32BE()
    const last = length !== undefined && length % 2 === 1
    const size = length === undefined ? 0 : Math.floor(length / 2)
    const body = length === undefined || size > FRAME_BYTES ? null : await taker.take(size + PROOF_BYTES)
    if (!body)
      throw new BackupFileError(
        length === undefined || size <= FRAME_BYTES ? 'the backup is truncated' : 'the backup is damaged',
      )
    let plain: Buffer
    try {
      plain = seal.open(body.subarray(0, size), body.subarray(size), index, last)
    } catch {
      const wrong =
        header.scrypt !== null && index === 0
          ? 'the passphrase is wrong, or the backup is damaged'
          : 'the backup is damaged'
      throw new BackupFileError(wrong)
    }
    yield plain
    if (last) break
  }
  if ((await taker.take(1)) !== null) throw new BackupFileError('the file has extra data after the end of the backup')
}

/** Reads only the header; `null` if the file is missing or not a backup. */
export async function readMadeAt(file: string): Promise<string | null> {
  const start = createReadStream(file, { end: MAGIC.length + LONGEST_HEADER })
  try {
    const taker = new Taker(start)
    if ((await taker.line())?.toString() !== MAGIC) return null
    const line = await taker.line()
    return (line && headerOf(line)?.madeAt) ?? null
  } catch {
    return null
  } finally {
    start.destroy()
  }
}

/** `null` if it is not a header, or demands more than any of our files. */
function headerOf(line: Buffer): Header | null {
  try {
    const { madeAt, scrypt } = JSON.parse(line.toString())
    const asked = scrypt === null || (typeof scrypt.salt === 'string' && scrypt.cost <= HIGHEST_COST)
    return typeof madeAt === 'string' && asked ? { madeAt, scrypt } : null
  } catch {
    return null
  }
}
