// Everything that the pages ask of the service, and how its refusals arrive here.

export interface FieldProblem {
  /** The field's name; of one within others, with dots: `rows.3.label`. */
  readonly path: string
  /** What is wrong with it; the words for it need the figures. `detail` is the service's own English. */
  readonly code: string
  readonly params: object
  readonly detail: string
}

/** A refusal, by its stable code and its figures; the message is the service's own English sentence. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly params: object
  readonly fields: readonly FieldProblem[]

  constructor(status: number, code: string, detail: string, params: object = {}, fields: readonly FieldProblem[] = []) {
    super(detail)
    this.status = status
    this.code = code
    this.params = params
    this.fields = fields
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
    throw new ApiError(response.status, 'unknown', response.statusText)
  })
}

/** Answers with what is not a refusal. */
async function send(url: string, request: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(url, request)
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw new ApiError(0, 'unreachable', 'The service does not answer.')
  }
  if (response.ok) return response
  throw refusalIn(response, await response.json().catch(() => null))
}

interface Problem {
  readonly code?: string
  readonly detail?: string
  readonly params?: object
  readonly errors?: readonly (Omit<FieldProblem, 'path'> & { readonly pointer: string })[]
}

export function refusalIn({ status, statusText }: Response, answer: Problem | null): ApiError {
  const { code = 'unknown', detail = statusText, params, errors = [] } = answer ?? {}
  return new ApiError(status, code, detail, params, errors.map(fieldProblem))
}

const fieldProblem = ({ pointer, ...fault }: NonNullable<Problem['errors']>[number]): FieldProblem => ({
  path: pointer.slice(1).replaceAll('/', '.'),
  ...fault,
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
