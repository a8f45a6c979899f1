// Everything that the pages ask of the service, and how its refusals arrive here.

export interface FieldProblem {
  /** The field's name; of one within others, with dots: `rows.3.label`. */
  readonly path: string
  readonly detail: string
}

/** A refusal, by its stable code; `detail` is the service's own English sentence. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly fields: readonly FieldProblem[]
  readonly retryAfterSeconds: number | null

  constructor(
    status: number,
    code: string,
    detail: string,
    fields: readonly FieldProblem[],
    retryAfter: number | null,
  ) {
    super(detail)
    this.status = status
    this.code = code
    this.fields = fields
    this.retryAfterSeconds = retryAfter
  }
}

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

const BASE = '/console/api'

/** The address of a route, for what the browser fetches by itself: downloads and event streams. */
export function address(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined && value !== '') parameters.set(name, String(value))
  const text = parameters.toString()
  return `${BASE}${path}${text && `?${text}`}`
}

async function ask<Answer>(method: string, url: string, body?: unknown, signal?: AbortSignal): Promise<Answer> {
  const content =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await send(url, { method, signal: signal ?? null, ...content })
  return response.json().catch(() => {
    throw new ApiError(response.status, 'unknown', response.statusText, [], null)
  })
}

/** Answers with what is not a refusal. */
async function send(url: string, request: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(url, request)
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw new ApiError(0, 'unreachable', 'The service does not answer.', [], null)
  }
  if (response.ok) return response
  const answer = await response.json().catch(() => null)
  const retryAfter = Number(response.headers.get('retry-after')) || null
  const { code = 'unknown', detail = response.statusText, errors = [] } = answer ?? {}
  throw new ApiError(response.status, code, detail, errors.map(fieldProblem), retryAfter)
}

const fieldProblem = ({ pointer, detail }: { pointer: string; detail: string }): FieldProblem => ({
  path: pointer.slice(1).replaceAll('/', '.'),
  detail,
})

export const api = {
  get: <Answer>(path: string, query?: Query, signal?: AbortSignal) =>
    ask<Answer>('GET', address(path, query), undefined, signal),
  post: <Answer>(path: string, body: unknown = {}) => ask<Answer>('POST', address(path), body),
  put: <Answer>(path: string, body: unknown) => ask<Answer>('PUT', address(path), body),
  patch: <Answer>(path: string, body: unknown) => ask<Answer>('PATCH', address(path), body),
  delete: <Answer>(path: string) => ask<Answer>('DELETE', address(path)),
  /** A file as it is. */
  async upload<Answer>(path: string, query: Query, type: string, file: Blob): Promise<Answer> {
    const request = { method: 'POST', headers: { 'content-type': type }, body: file }
    return (await send(address(path, query), request)).json()
  },
  /** A file that is only given to who asks by a POST; the rest the browser fetches by itself. */
  async download(path: string, query: Query, fileName: string): Promise<void> {
    const response = await send(address(path, query), { method: 'POST' })
    const url = URL.createObjectURL(await response.blob())
    Object.assign(document.createElement('a'), { href: url, download: fileName }).click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  },
}
