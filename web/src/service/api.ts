// Everything that the pages ask of the service, as the contract says it.
import type {
  BodyOf,
  ParamNames,
  QueryOf,
  ReceivedAnswer,
  RouteName,
} from '../../../src/http/console/contract/routes.ts'
import { MINUTE_MS } from '../parts/time-units.ts'
import { type Standing, standingIn } from '../session/standing.ts'
import { ApiError, type FieldProblem } from './api-error.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** The addresses of the contract as it writes them: `/tokens/:id`. */
type Pattern<By extends Method = Method> = {
  [Name in RouteName]: Name extends `${By} ${infer Path}` ? Path : never
}[RouteName]

declare const PATTERN: unique symbol
/** An address whose names are filled in, and the pattern that it was made from. */
export type Filled<Path extends string> = string & { readonly [PATTERN]: Path }

/** What can be asked: an address as it stands, or with its names filled in. */
export type Address<By extends Method> = {
  [Path in Pattern<By>]: [ParamNames<Path>] extends [never] ? Path : Filled<Path>
}[Pattern<By>]

type PatternOf<To extends string> = To extends { readonly [PATTERN]: infer Path extends string } ? Path : To
/** The route that an address is asked by. */
type Route<By extends Method, To extends string> = Extract<`${By} ${PatternOf<To>}`, RouteName>

export type Answer<By extends Method, To extends string> = ReceivedAnswer<Route<By, To>>
/** What stands in the browser's own address is text. */
type Loosely<Query> = { readonly [Name in keyof Query]: Query[Name] | string | null | undefined }
export type QueryFor<By extends Method, To extends string> = Partial<Loosely<QueryOf<Route<By, To>>>>

type BodyFor<By extends Method, To extends string> = BodyOf<Route<By, To>>
/** A body that must be there, one that may be left out, or none. */
type BodyArgument<Body> = [Body] extends [undefined]
  ? []
  : Record<never, never> extends Body
    ? [body?: Body]
    : [body: Body]

/** Fills in the names of an address: `at('/tokens/:id', { id })`. */
export const at = <Path extends Pattern>(
  path: Path,
  params: Readonly<Record<ParamNames<Path>, string | number>>,
): Filled<Path> =>
  path.replace(/:(\w+)/g, (_, name: ParamNames<Path>) => encodeURIComponent(params[name])) as Filled<Path>

const BASE = '/console/api'

/** Where a file or a stream of events is, which the browser fetches by itself. */
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

/** Asks whoever sits there to show the password or the second factor again; false: they would not. */
type AskIdentity = () => Promise<boolean>
let askIdentity: AskIdentity | null = null

/** Returns how to take it back. */
export function onConfirmationNeeded(ask: AskIdentity): () => void {
  askIdentity = ask
  return () => {
    askIdentity = null
  }
}

/** Asks who sits there to sign in again, if there is something on the page to lose; false: there is not, or they would not. */
type AskSignIn = (isAction: boolean) => Promise<boolean>
let askSignIn: AskSignIn | null = null

/** Returns how to take it back. */
export function onSignInNeeded(ask: AskSignIn): () => void {
  askSignIn = ask
  return () => {
    askSignIn = null
  }
}

let tellStanding: ((standing: Standing, url: string) => void) | null = null

/** Whatever was asked, by a page, a form or a download: what its refusal tells about who is signed in. */
export function onStanding(tell: (standing: Standing, url: string) => void): void {
  tellStanding = tell
}

/** Answers with what is not a refusal; one that tells who sits there is followed up first. */
export async function send(url: string, request: RequestInit, mayAsk = true): Promise<Response> {
  try {
    return await sendAlone(url, request)
  } catch (refusal) {
    if (!(refusal instanceof ApiError)) throw refusal
    if (refusal.code === 'confirmation_needed' && mayAsk && (await askIdentity?.())) return send(url, request, false)
    const standing = standingIn(refusal)
    // Signing in is also being asked who one is: what was refused is not asked about twice.
    if (standing === 'ended' && mayAsk && (await askSignIn?.(request.method !== 'GET')))
      return send(url, request, false)
    if (standing) tellStanding?.(standing, url)
    throw refusal
  }
}

/** A refusal is told to whoever asked, and to nobody else. */
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
  /** Signs in again where something waits for it: if it waited for that too, it would wait for itself. */
  signIn: <To extends '/login' | '/second-factor'>(to: To, body: BodyFor<'POST', To>) =>
    ask<Answer<'POST', To>>('POST', url(to), body, undefined, sendAlone),
  put: <To extends Address<'PUT'>>(to: To, body: BodyFor<'PUT', To>) => ask<Answer<'PUT', To>>('PUT', url(to), body),
  patch: <To extends Address<'PATCH'>>(to: To, body: BodyFor<'PATCH', To>) =>
    ask<Answer<'PATCH', To>>('PATCH', url(to), body),
  delete: <To extends Address<'DELETE'>>(to: To) => ask<Answer<'DELETE', To>>('DELETE', url(to)),
  /** A file as it is. */
  async upload<To extends Address<'POST'>>(
    to: To,
    query: QueryFor<'POST', To>,
    type: string,
    file: Blob,
  ): Promise<Answer<'POST', To>> {
    const request = { method: 'POST', headers: { 'content-type': type }, body: file }
    return (await send(url(to, query), request)).json()
  },
  /** A file that is only given to who asks by a POST; the rest the browser fetches by itself. */
  async download<To extends Address<'POST'>>(to: To, query: QueryFor<'POST', To>, fileName: string): Promise<void> {
    const response = await send(url(to, query), { method: 'POST' })
    const here = URL.createObjectURL(await response.blob())
    Object.assign(document.createElement('a'), { href: here, download: fileName }).click()
    setTimeout(() => URL.revokeObjectURL(here), MINUTE_MS)
  },
}
