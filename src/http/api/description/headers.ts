// Describes each response header once, and which responses have it.
const textHeader = (description: string, example: string, required = true) => ({
  description,
  required,
  schema: { type: 'string', examples: [example] },
})

export const headersWith = (perMinute: number) => ({
  'X-Request-Id': textHeader('Names this request in our logs.', 'req-5f3kq2-1c'),
  'RateLimit-Policy': textHeader('How many requests (`q`) in how many seconds (`w`).', `"default";q=${perMinute};w=60`),
  RateLimit: textHeader(
    'How many requests are left (`r`), and in how many seconds the next one becomes free again (`t`).',
    `"default";r=${perMinute - 1};t=42`,
  ),
  ETag: textHeader(
    'Names this state: of the list of stations for `If-None-Match`, of a credential or webhook for `If-Match`. The tag of a credential or webhook follows its changes, not its use (`conectada`, `ultima_entrega_at`).',
    '"0T3Zc9mQm1kVwXr2bYt5Ug"',
  ),
  Link: textHeader(
    'The next page, when there is one (RFC 8288).',
    '<https://rtk.example.mx/api/v1/webhooks?cursor=YmVmb3JlOjQy>; rel="next"',
    false,
  ),
  Location: textHeader('The address of what was made.', 'https://rtk.example.mx/api/v1/credentials/1042'),
  'Idempotent-Replayed': textHeader('`true`: the stored answer to the first request with this key.', 'true', false),
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
  if (/^create(Credential|Order)$/.test(operationId) && status === '201') names.push('Location')
  if (takes('cursor') && status === '200') names.push('Link')
  if (takes('Idempotency-Key') && /^20[01]$/.test(status)) names.push('Idempotent-Replayed')
  return names
}
