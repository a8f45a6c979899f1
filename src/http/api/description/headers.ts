// Describes each response header once, and which responses have it.
const textHeader = (description: string, example: string, required = true) => ({
  description,
  required,
  schema: { type: 'string', examples: [example] },
})

export const headersWith = (perMinute: number) => ({
  'X-Request-Id': textHeader('Identifies this request in the server logs.', 'req-5f3kq2-1c'),
  'RateLimit-Policy': textHeader(
    'The rate limit: number of requests (`q`) per number of seconds (`w`).',
    `"default";q=${perMinute};w=60`,
  ),
  RateLimit: textHeader(
    'Requests left (`r`), and seconds until the next one becomes available (`t`).',
    `"default";r=${perMinute - 1};t=42`,
  ),
  ETag: textHeader(
    'Identifies the current version: of the station list for `If-None-Match`, of a credential or webhook for `If-Match`. The tag of a credential or webhook changes when the resource is modified, not when it is used (`conectada`, `ultima_entrega_at`).',
    '"0T3Zc9mQm1kVwXr2bYt5Ug"',
  ),
  Link: textHeader(
    'URL of the next page, if there is one (RFC 8288).',
    '<https://rtk.example.mx/api/v1/webhooks?cursor=YmVmb3JlOjQy>; rel="next"',
    false,
  ),
  Location: textHeader('URL of the created resource.', 'https://rtk.example.mx/api/v1/credentials/1042'),
  'Idempotent-Replayed': textHeader(
    '`true` if this is the stored response to the first request with this key.',
    'true',
    false,
  ),
})
type HeaderName = keyof ReturnType<typeof headersWith>

export interface Operation {
  readonly requestBody?: { required?: boolean }
  readonly operationId: string
  readonly parameters?: { name: string; in: 'path' | 'query' | 'header'; schema: unknown }[]
  readonly responses: Record<string, { description: string; headers?: Record<string, object> }>
}

export function headersOf({ operationId, parameters = [] }: Operation, status: string): HeaderName[] {
  const takes = (name: string) => parameters.some((parameter) => parameter.name === name)
  const names: HeaderName[] = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit']
  if (operationId === 'listStations' && /^(200|304)$/.test(status)) names.push('ETag')
  if (/^(getCredential|updateCredential|getWebhook|changeWebhook)$/.test(operationId) && status === '200')
    names.push('ETag')
  if (/^create(Credential|Order|Rinex)$/.test(operationId) && /^20[12]$/.test(status)) names.push('Location')
  if (takes('cursor') && status === '200') names.push('Link')
  if (takes('Idempotency-Key') && /^20[012]$/.test(status)) names.push('Idempotent-Replayed')
  return names
}
