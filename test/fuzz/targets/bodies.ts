// JSON bodies and queries, validated against the schemas of the API, the console and the public pages.
import assert from 'node:assert/strict'
import { Refusal } from '../../../src/domain/codes/refusal.ts'
import { startTime } from '../../../src/domain/credentials/start-time.ts'
import { holdsMoreValues } from '../../../src/domain/text/json-size.ts'
import { validatorCompiler } from '../../../src/http/api/transport/validation.ts'
import type { RouteContract } from '../../../src/http/console/contract/pieces.ts'
import { CONSOLE_ROUTES } from '../../../src/http/console/contract/routes.ts'
import { ExpectationQuery, OrderBody } from '../../../src/http/public/contract.ts'
import { CredentialQuery, stateFromWire } from '../../../src/wire/credentials/credential.ts'
import {
  BatchRequestSchema,
  CredentialRequestSchema,
  credentialFromWire,
} from '../../../src/wire/credentials/request.ts'
import { VrsQuery } from '../../../src/wire/network/vrs.ts'
import { eventTypesFromWire, WebhookRequestSchema } from '../../../src/wire/webhooks/webhook.ts'
import { mutatedJson } from '../json.ts'
import { answerOf, type Target } from '../target.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const compile = validatorCompiler([CredentialRequestSchema])

interface Checked {
  readonly isQuery: boolean
  readonly check: (data: unknown) => unknown
  /** What a handler does with a valid value. */
  readonly use: (value: never) => unknown
}

const checked = (schema: object, httpPart: 'body' | 'querystring', use: Checked['use'] = () => null): Checked => ({
  isQuery: httpPart === 'querystring',
  check: compile({ schema, httpPart, method: 'POST', url: '/' } as never) as Checked['check'],
  use,
})

const api: Checked[] = [
  checked(CredentialRequestSchema, 'body', (body: never) => {
    const request = credentialFromWire(body)
    return startTime(request.startsAt, NOW)
  }),
  checked(BatchRequestSchema, 'body', ({ credentials }: { credentials: never[] }) =>
    credentials.map(credentialFromWire),
  ),
  checked(WebhookRequestSchema, 'body', (body: never) => eventTypesFromWire(body)),
  checked(CredentialQuery, 'querystring', (query: never) => stateFromWire(query)),
  checked(VrsQuery, 'querystring', ({ lat, lng }: { lat: number; lng: number }) =>
    assert(Math.abs(lat) <= 90 && Math.abs(lng) <= 180),
  ),
]

const pages: Checked[] = [
  checked(OrderBody, 'body'),
  checked(ExpectationQuery, 'querystring'),
  ...Object.values(CONSOLE_ROUTES as Record<string, RouteContract>).flatMap(({ body, query }) => [
    ...(body && body !== 'file' ? [checked(body, 'body')] : []),
    ...(query ? [checked(query, 'querystring')] : []),
  ]),
]

const MOST_VALUES = 50

const valuesIn = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 1
    : Object.values(value).reduce((sum: number, inner) => sum + valuesIn(inner), 1)

/** The first byte selects the schema, the rest is the text. */
function target(name: string, all: readonly Checked[], samples: readonly object[]): Target {
  const texts = samples.map((sample) => JSON.stringify(sample))
  const seeds = all.flatMap((_, index) => texts.map((text) => Buffer.concat([Buffer.from([index]), Buffer.from(text)])))
  return {
    name,
    seeds,
    mutate: (input, random) =>
      Buffer.concat([
        Buffer.from([random() < 0.1 ? Math.floor(random() * 256) : (input[0] ?? 0)]),
        mutatedJson(input.subarray(1), random),
      ]),
    run(input) {
      const { check, use, isQuery } = all[(input[0] ?? 0) % all.length]!
      let data: unknown
      try {
        data = JSON.parse(input.toString('utf8', 1))
      } catch {
        return
      }
      // Values are counted before parsing, so the count must never be too low.
      if (!holdsMoreValues(input.subarray(1), MOST_VALUES)) assert(valuesIn(data) <= MOST_VALUES + 1)
      if (isQuery && (typeof data !== 'object' || data === null)) return
      const answer = check(data) as { value?: never; error?: Error }
      answerOf(() => {
        if (!answer.error) return use(answer.value as never)
        assert(answer.error instanceof Refusal)
        throw answer.error
      })
    },
  }
}

export const BODY_TARGETS = [
  target('json-api', api, [
    {
      segundos: 2592000,
      station_codigo: 'CDMX',
      station_id: 3,
      label: 'Obra',
      cliente_nombre: 'María',
      cliente_email: 'm@example.mx',
      enviar_email: true,
      inicia_at: '2026-11-16T08:00:00-06:00',
    },
    { credentials: [{ segundos: 86400 }, { segundos: 1 }, {}] },
    { url: 'https://shop.example.mx/vertice', eventos: 'credential.issued, order.paid' },
    { estado: 'activa', limit: '100', cursor: 'YmVmb3JlOjQy', lat: '19.4', lng: '-99.1' },
  ]),
  target('json-pages', pages, [
    { email: 'a@example.mx', password: 'correct horse battery', code: '123456', name: 'x', role: 'viewer', ownerId: 1 },
    { name: 'x', scopes: ['read', 'provision'], expiresAt: '2027-01-01T00:00:00Z', ids: [1, 2, 3], language: 'es' },
    {
      productId: 1,
      lat: 19.4,
      lng: -99.1,
      customerName: 'María',
      customerEmail: 'm@example.mx',
      language: 'es',
      limit: '10',
      cursor: 'x',
    },
  ]),
]
