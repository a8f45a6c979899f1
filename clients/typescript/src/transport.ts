// One request to the service, and its repetitions. Nothing but fetch and Web Crypto, which Node, Deno and Bun share.
import { errorOf, TimedOutError, UnreachableError, VerticeError } from './errors.ts'
import { KEYED, type Operations } from './schema.ts'
import { VERSION } from './version.ts'

export interface ClientOptions {
  /** URL of the service, such as `https://rtk.example.mx`. */
  readonly baseUrl: string
  /** An access token, `vrt_…`. */
  readonly token: string
  /** Timeout of one attempt; default 30 seconds. */
  readonly timeoutMs?: number
  /** Max retries of a request; default 4. */
  readonly retries?: number
  /** Max wait between two attempts; if the service asks for longer, the error is thrown. Default one minute. */
  readonly longestWaitMs?: number
  /** Language of error texts, such as `es`; default English. */
  readonly language?: string
  /** A custom fetch, for proxies and tests. */
  readonly fetch?: typeof fetch
}

export interface CallOptions {
  /** Aborts the call, also while it waits for a retry. */
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly retries?: number
  /** Replaces the generated key, for a retry after a restart of the process. */
  readonly idempotencyKey?: string
}

export interface ChangeOptions extends CallOptions {
  /**
   * The `etag` of the state that was read. If that state has changed since, the call changes nothing and throws a
   * `ConflictError`. Such a call is not retried after a lost response: if the first attempt succeeded, its own change
   * would make the retry fail.
   */
  readonly ifMatch?: string
}

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

export type OperationName = keyof Operations
export type QueryOf<Name extends OperationName> = Operations[Name]['query']
export type BodyOf<Name extends OperationName> = Operations[Name]['body']
export type AnswerOf<Name extends OperationName> = Operations[Name]['answer']

export interface Call {
  readonly id?: number | string
  /** The second id of a path with two ids. */
  readonly subId?: number | string
  readonly query?: Query | undefined
  readonly body?: object | undefined
  readonly options?: ChangeOptions | undefined
  /** Doing it twice is the same as once, although its method does not say so. */
  readonly repeatable?: boolean
}

interface Tagged<Answer> {
  readonly answer: Answer
  readonly etag: string
}

const FIRST_WAIT_MS = 500
/** Statuses after which the service may or may not have processed the request; 0 without an answer. */
const UNSURE = [0, 500, 502, 503, 504]

export class Transport {
  readonly #options: Required<Omit<ClientOptions, 'language'>> & Pick<ClientOptions, 'language'>

  constructor(options: ClientOptions) {
    if (!options.baseUrl) throw new TypeError('baseUrl is missing: where is the service?')
    if (!options.token) throw new TypeError('token is missing: the administration area of the service makes them')
    this.#options = {
      timeoutMs: 30_000,
      retries: 4,
      longestWaitMs: 60_000,
      fetch: (input, init) => fetch(input, init),
      ...options,
      baseUrl: options.baseUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, ''),
    }
  }

  /** `operation` is its method and path: `GET /credentials/{id}`. */
  async call<Name extends OperationName>(operation: Name, call?: Call): Promise<AnswerOf<Name>> {
    return (await this.callTagged(operation, call)).answer
  }

  /** The answer and its `ETag`, which is empty if the operation has none. */
  async callTagged<Name extends OperationName>(operation: Name, call: Call = {}): Promise<Tagged<AnswerOf<Name>>> {
    const [method, path] = operation.split(' ') as [string, string]
    const key = KEYED.has(operation) ? (call.options?.idempotencyKey ?? crypto.randomUUID()) : null
    const isRepeatable = call.repeatable === true && call.options?.ifMatch === undefined
    const repeatable = method === 'GET' || method === 'DELETE' || key !== null || isRepeatable
    const retries = call.options?.retries ?? this.#options.retries
    for (let attempt = 0; ; attempt++) {
      try {
        return (await this.#attempt(method, this.#urlOf(path, call), key, call)) as Tagged<AnswerOf<Name>>
      } catch (error) {
        const wait = attempt < retries ? this.#waitAfter(error, attempt, repeatable) : null
        if (wait === null) throw error
        await sleep(wait, call.options?.signal)
      }
    }
  }

  #urlOf(path: string, { id, subId, query = {} }: Call): string {
    const ids = [id, subId]
    const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(String(ids.shift())))
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
    const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
    return `${this.#options.baseUrl}/api/v1${filled}${search && `?${search}`}`
  }

  async #attempt(
    method: string,
    url: string,
    key: string | null,
    { body, options = {} }: Call,
  ): Promise<Tagged<unknown>> {
    const { token, language, fetch } = this.#options
    const limit = new Limit(options.timeoutMs ?? this.#options.timeoutMs, options.signal)
    try {
      const response = await fetch(url, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          'user-agent': `vertice-client-typescript/${VERSION}`,
          ...(language && { 'accept-language': language }),
          ...(key && { 'idempotency-key': key }),
          ...(options.ifMatch && { 'if-match': options.ifMatch }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'manual', // the service never redirects, and no other server may get the token
        signal: limit.signal,
      })
      const answer = parsed(await response.text())
      if (!response.ok || answer === undefined) throw errorOf(response.status, response.headers, answer)
      return { answer, etag: response.headers.get('etag') ?? '' }
    } catch (error) {
      if (error instanceof VerticeError) throw error
      options.signal?.throwIfAborted()
      if (limit.passed)
        throw new TimedOutError({ code: 'timed_out', status: 0, message: 'The service took too long.', cause: error })
      const message = 'The service cannot be reached.'
      throw new UnreachableError({ code: 'connection_failed', status: 0, message, cause: error })
    } finally {
      limit.end()
    }
  }

  /** Milliseconds to wait before the next attempt; `null` for no retry. */
  #waitAfter(error: unknown, attempt: number, repeatable: boolean): number | null {
    if (!(error instanceof VerticeError)) return null
    const refusedBefore = error.status === 429 || error.code === 'idempotency_in_progress'
    const mayBeDone = UNSURE.includes(error.status)
    if (!refusedBefore && !(mayBeDone && repeatable)) return null
    const { longestWaitMs } = this.#options
    const told = error.retryAfterSeconds
    if (told !== null && told * 1000 > longestWaitMs) return null
    // The jitter keeps clients that were rejected together from returning together.
    if (told !== null) return told * 1000 + Math.random() * FIRST_WAIT_MS
    const most = Math.min(FIRST_WAIT_MS * 2 ** attempt, longestWaitMs)
    return most / 2 + (Math.random() * most) / 2
  }
}

/** `undefined` if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Aborts an attempt on timeout or when the caller aborts. AbortSignal.any is newer than Node 20.0. */
class Limit {
  passed = false
  readonly #controller = new AbortController()
  readonly #timer: ReturnType<typeof setTimeout>
  readonly #caller: AbortSignal | undefined
  readonly #abort = () => this.#controller.abort(this.#caller?.reason)

  constructor(timeoutMs: number, caller: AbortSignal | undefined) {
    this.#caller = caller
    this.#timer = setTimeout(() => {
      this.passed = true
      this.#controller.abort()
    }, timeoutMs)
    if (caller?.aborted) this.#abort()
    caller?.addEventListener('abort', this.#abort)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#caller?.removeEventListener('abort', this.#abort)
  }
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
