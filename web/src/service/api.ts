// All requests of the pages to the service, typed by the contract.
import type {
  BodyOf,
  ParamNames,
  QueryOf,
  ReceivedAnswer,
  RouteName,
} from '../../../src/http/console/contract/routes.ts'
import { MINUTE_MS } from '../parts/time-units.ts'
import { type SessionRejection, sessionRejectionIn } from '../session/session-rejection.ts'
import { ApiError, type FieldProblem } from './api-error.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** Paths as in the contract: `/tokens/:id`. */
type Pattern<By extends Method = Method> = {
  [Name in RouteName]: Name extends `${By} ${infer Path}` ? Path : never
}[RouteName]

declare const PATTERN: unique symbol
/** A path with its parameters filled in, and the pattern it was made from. */
export type Filled<Path extends string> = string & { readonly [PATTERN]: Path }

/** An address that can be requested: a path without parameters, or with its parameters filled in. */
export type Address<By extends Method> = {
  [Path in Pattern<By>]: [ParamNames<Path>] extends [never] ? Path : Filled<Path>
}[Pattern<By>]

type PatternOf<To extends string> = To extends { readonly [PATTERN]: infer Path extends string } ? Path : To
type Route<By extends Method, To extends string> = Extract<`${By} ${PatternOf<To>}`, RouteName>

export type Answer<By extends Method, To extends string> = ReceivedAnswer<Route<By, To>>
/** Also accepts text, because address parameters are text. */
type Loosely<Query> = { readonly [Name in keyof Query]: Query[Name] | string | null | undefined }
export type QueryFor<By extends Method, To extends string> = Partial<Loosely<QueryOf<Route<By, To>>>>

type BodyFor<By extends Method, To extends string> = BodyOf<Route<By, To>>
/** A required body, an optional one, or none. */
type BodyArgument<Body> = [Body] extends [undefined]
  ? []
  : Record<never, never> extends Body
    ? [body?: Body]
    : [body: Body]

/** Fills in the parameters of a path: `at('/tokens/:id', { id })`. */
export const at = <Path extends Pattern>(
  path: Path,
  params: Readonly<Record<ParamNames<Path>, string | number>>,
): Filled<Path> =>
  path.replace(/:(\w+)/g, (_, name: ParamNames<Path>) => encodeURIComponent(params[name])) as Filled<Path>

const BASE = '/console/api'

/** URL of a file or event stream that the browser fetches itself. */
export const urlOf = <To extends Address<'GET'>>(to: To, query: QueryFor<'GET', To> = {}): string => url(to, query)

function url(path: string, query: object = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined && value !== '') parameters.set(name, String(value))
  const text = parameters.toString()
  return `${BASE}${path}${text && `?${text}`}`
}

async function ask<Found>(
  method: Method,
  url: string,
  body?: unknown,
  signal?: AbortSignal,
  by: (url: string, request: RequestInit) => Promise<Response> = send,
): Promise<Found> {
  const content =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await by(url, { method, signal: signal ?? null, ...content })
  return response.json().catch(() => {
    throw new ApiError(response.status, 'unknown', response.statusText)
  })
}

/** Asks the user to confirm their identity with the password or second factor; false if cancelled. */
type AskIdentity = () => Promise<boolean>
let askIdentity: AskIdentity | null = null

/** Returns a function that unregisters `ask`. */
export function onConfirmationNeeded(ask: AskIdentity): () => void {
  askIdentity = ask
  return () => {
    askIdentity = null
  }
}

/** Asks the user to sign in again if the page has unsaved work; false if it has none, or if cancelled. */
type AskSignIn = (isAction: boolean) => Promise<boolean>
let askSignIn: AskSignIn | null = null

/** Returns a function that unregisters `ask`. */
export function onSignInNeeded(ask: AskSignIn): () => void {
  askSignIn = ask
  return () => {
    askSignIn = null
  }
}

let reportRejection: ((rejection: SessionRejection, url: string) => void) | null = null

/** `tell` is called when a rejection shows that the session has ended or that a second factor is required. */
export function onSessionRejection(tell: (rejection: SessionRejection, url: string) => void): void {
  reportRejection = tell
}

/** Throws rejections. If the session ended or a confirmation is needed, asks the user and repeats the request. */
export async function send(url: string, request: RequestInit, mayAsk = true): Promise<Response> {
  try {
    return await sendAlone(url, request)
  } catch (refusal) {
    if (!(refusal instanceof ApiError)) throw refusal
    if (refusal.code === 'confirmation_needed' && mayAsk && (await askIdentity?.())) return send(url, request, false)
    const rejection = sessionRejectionIn(refusal)
    // `mayAsk` is false on the second attempt: signing in also confirms the identity, so the user is asked only once.
    if (rejection === 'ended' && mayAsk && (await askSignIn?.(request.method !== 'GET')))
      return send(url, request, false)
    if (rejection) reportRejection?.(rejection, url)
    throw refusal
  }
}

/** Sends without asking the user anything. */
async function sendAlone(url: string, request: RequestInit): Promise<Response> {
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

function refusalIn({ status, statusText }: Response, answer: Problem | null): ApiError {
  const { code = 'unknown', detail = statusText, params, errors = [] } = answer ?? {}
  return new ApiError(status, code, detail, params, errors.map(fieldProblem))
}

const fieldProblem = ({ pointer, ...fault }: NonNullable<Problem['errors']>[number]): FieldProblem => ({
  path: pointer.slice(1).replaceAll('/', '.'),
  ...fault,
})

export const api = {
  get: <To extends Address<'GET'>>(to: To, query?: QueryFor<'GET', To>, signal?: AbortSignal) =>
    ask<Answer<'GET', To>>('GET', url(to, query), undefined, signal),
  post: <To extends Address<'POST'>>(to: To, ...[body]: BodyArgument<BodyFor<'POST', To>>) =>
    ask<Answer<'POST', To>>('POST', url(to), body ?? {}),
  /** Signs in while other requests wait for it. Does not ask to sign in, which would wait for itself. */
  signIn: <To extends '/login' | '/second-factor'>(to: To, body: BodyFor<'POST', To>) =>
    ask<Answer<'POST', To>>('POST', url(to), body, undefined, sendAlone),
  put: <To extends Address<'PUT'>>(to: To, body: BodyFor<'PUT', To>) => ask<Answer<'PUT', To>>('PUT', url(to), body),
  patch: <To extends Address<'PATCH'>>(to: To, body: BodyFor<'PATCH', To>) =>
    ask<Answer<'PATCH', To>>('PATCH', url(to), body),
  delete: <To extends Address<'DELETE'>>(to: To) => ask<Answer<'DELETE', To>>('DELETE', url(to)),
  async upload<To extends Address<'POST'>>(
    to: To,
    query: QueryFor<'POST', To>,
    type: string,
    file: Blob,
  ): Promise<Answer<'POST', To>> {
    const request = { method: 'POST', headers: { 'content-type': type }, body: file }
    return (await send(url(to, query), request)).json()
  },
  /** Downloads a file that needs a POST; other files are plain links. */
  async download<To extends Address<'POST'>>(to: To, query: QueryFor<'POST', To>, fileName: string): Promise<void> {
    const response = await send(url(to, query), { method: 'POST' })
    saveAs(await response.blob(), fileName)
  },
}

/** Saves a file that the browser has, as a download. */
export function saveAs(file: Blob, fileName: string): void {
  const here = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: here, download: fileName }).click()
  setTimeout(() => URL.revokeObjectURL(here), MINUTE_MS)
}
