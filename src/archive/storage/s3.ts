// The archive in an S3-compatible bucket, for several machines. A put is one request, which a server applies whole or
// not at all. Requests are signed with the digest of their content, so that a server rejects damaged ones.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Agent, Dispatcher } from 'undici'
import { BucketError, type BucketFault, bucketFaultOf, faultInAnswer, unreachable } from './s3-errors.ts'
import { FileMissing, type Storage } from './storage.ts'

export interface Bucket {
  readonly place: string
  readonly bucket: string
  readonly url: string
  readonly prefix: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface S3Options {
  /** Waits before each further attempt; up to half of each is added at random. */
  readonly retryDelaysMs?: readonly number[]
  /** Max time until the server answers, beside the time for the content. */
  readonly timeoutMs?: number
  /** Max files per answer of a list. */
  readonly pageSize?: number
  readonly clock?: () => Date
}

const RETRY_DELAYS_MS = [250, 1_000, 4_000]
const TIMEOUT_MS = 20_000
/** A slower upload times out and is retried later: at this rate 100 MB take 17 minutes. */
const SLOWEST_BYTES_PER_MS = 100
const EMPTY_SHA256 = createHash('sha256').digest('hex')
const TRANSIENT = [408, 429, 500, 502, 503, 504]
const PAGE_SIZE = 1_000
/** Reads have no limit: a reader that pauses keeps its connection, and the segments of an hour are read together. */
const MOST_CONNECTIONS_TO_WRITE = 8

/** Loaded with the first request, so that installations without a bucket never load it. */
async function load(timeoutMs: number) {
  const [{ AwsV4Signer }, { Agent, request }] = await Promise.all([import('aws4fetch'), import('undici')])
  const options = { bodyTimeout: timeoutMs, connect: { timeout: timeoutMs } }
  const reading: Agent = new Agent(options)
  const writing: Agent = new Agent({ ...options, connections: MOST_CONNECTIONS_TO_WRITE })
  return { AwsV4Signer, request, reading, writing }
}

type Client = Awaited<ReturnType<typeof load>>

interface Asked {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly content?: { readonly file: string; readonly bytes: number; readonly sha256: string }
}

export class S3Storage implements Storage {
  readonly place: string
  readonly #bucket: Bucket
  #client: Promise<Client> | null = null
  readonly #retryDelaysMs: readonly number[]
  readonly #timeoutMs: number
  readonly #pageSize: number
  readonly #clock: () => Date

  constructor(bucket: Bucket, options: S3Options = {}) {
    this.place = bucket.place
    this.#bucket = bucket
    this.#retryDelaysMs = options.retryDelaysMs ?? RETRY_DELAYS_MS
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS
    this.#pageSize = options.pageSize ?? PAGE_SIZE
    this.#clock = options.clock ?? (() => new Date())
  }

  async put(name: string, localFile: string): Promise<void> {
    const { size } = await stat(localFile)
    const hash = createHash('sha256')
    await pipeline(createReadStream(localFile), hash)
    const content = { file: localFile, bytes: size, sha256: hash.digest('hex') }
    await drain(await this.#ask({ method: 'PUT', path: this.#pathOf(name), content }))
    await rm(localFile, { force: true })
  }

  async read(name: string): Promise<Readable> {
    const path = this.#pathOf(name)
    try {
      const { body, headers } = await this.#ask({ method: 'GET', path })
      return Readable.from(this.#allBytes(path, body, String(headers.etag)), { objectMode: false })
    } catch (error) {
      throw isMissing(error) ? new FileMissing(name) : error
    }
  }

  /** If the connection breaks, the rest is requested, as long as the file is the same. */
  async *#allBytes(path: string, first: Readable, version: string) {
    let body = first
    let received = 0
    for (let breaks = 0; ; breaks++) {
      try {
        for await (const piece of body) {
          received += piece.length
          yield piece
        }
        return
      } catch (error) {
        if (breaks === this.#retryDelaysMs.length) throw error
      }
      const headers = { range: `bytes=${received}-`, 'if-match': version }
      body = (await this.#ask({ method: 'GET', path, headers })).body
    }
  }

  async remove(name: string): Promise<void> {
    try {
      await drain(await this.#ask({ method: 'DELETE', path: this.#pathOf(name) }))
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }

  async *list(prefix: string) {
    const { prefix: root } = this.#bucket
    let token: string | null = null
    do {
      const query: Record<string, string> = {
        'list-type': '2',
        'max-keys': String(this.#pageSize),
        prefix: `${root}${prefix}`,
        ...(token !== null && { 'continuation-token': token }),
      }
      const { body } = await this.#ask({ method: 'GET', path: '', query })
      const page = await body.text()
      for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const key = textOf(entry, 'Key') ?? ''
        if (key.startsWith(root) && !key.endsWith('/'))
          yield { name: key.slice(root.length), bytes: Number(textOf(entry, 'Size')) }
      }
      token = textOf(page, 'IsTruncated') === 'true' ? textOf(page, 'NextContinuationToken') : null
    } while (token !== null)
  }

  /** Ends the connections. The storage can be used again later. */
  async close(): Promise<void> {
    const client = this.#client
    this.#client = null
    const agents = await client
    await Promise.all([agents?.reading.close(), agents?.writing.close()])
  }

  async #ask(asked: Asked): Promise<Dispatcher.ResponseData> {
    for (const delayMs of this.#retryDelaysMs) {
      try {
        return await this.#askOnce(asked)
      } catch (error) {
        if (!(error instanceof BucketError) || !error.isTransient) throw error
        await sleep(delayMs * (1 + Math.random() / 2))
      }
    }
    return this.#askOnce(asked)
  }

  async #askOnce({
    method,
    path,
    query = {},
    headers: further = {},
    content,
  }: Asked): Promise<Dispatcher.ResponseData> {
    const url = new URL(`${this.#bucket.url}${path}`)
    url.search = Object.entries(query)
      .map((pair) => pair.map(encoded).join('='))
      .join('&')
    const { region, accessKeyId, secretAccessKey } = this.#bucket
    this.#client ??= load(this.#timeoutMs)
    const { AwsV4Signer, request, reading, writing } = await this.#client
    const signed = await new AwsV4Signer({
      ...{ method, url: url.href, region, accessKeyId, secretAccessKey, service: 's3' },
      datetime: this.#clock()
        .toISOString()
        .replace(/[:-]|\.\d{3}/g, ''),
      headers: { ...further, 'x-amz-content-sha256': content?.sha256 ?? EMPTY_SHA256 },
    }).sign()
    const headers = Object.fromEntries(signed.headers)
    const timeoutMs = this.#timeoutMs + (content?.bytes ?? 0) / SLOWEST_BYTES_PER_MS
    const body = content ? createReadStream(content.file) : null
    let answer: Dispatcher.ResponseData
    try {
      answer = await request(signed.url, {
        ...{ method, dispatcher: method === 'GET' ? reading : writing, headersTimeout: timeoutMs },
        headers: content ? { ...headers, 'content-length': String(content.bytes) } : headers,
        body,
      })
    } catch (error) {
      throw new BucketError(unreachable(this.#bucket, error as Error), true)
    } finally {
      body?.destroy()
    }
    if (answer.statusCode < 300) return answer
    const said = faultInAnswer(answer.statusCode, await answer.body.text().catch(() => ''))
    const fault: BucketFault = bucketFaultOf(said, this.#bucket)
    throw new BucketError(fault, TRANSIENT.includes(answer.statusCode) || said.code === 'RequestTimeout')
  }

  #pathOf(name: string): string {
    const parts = `${this.#bucket.prefix}${name}`.split('/')
    if (parts.some((part) => part === '' || part === '.' || part === '..'))
      throw new Error(`${name} is not a name in the archive`)
    return `/${parts.map(encoded).join('/')}`
  }
}

const isMissing = (error: unknown) => error instanceof BucketError && error.fault.code === 'no_file'

const drain = (answer: Dispatcher.ResponseData) => answer.body.dump()

/** Percent-encodes by RFC 3986, which the signature requires. */
const encoded = (part: string) =>
  encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function textOf(xml: string, tag: string): string | null {
  const text = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]
  if (text === undefined) return null
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name] ?? whole
    return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal))
  })
}
