// What every answer over HTTP carries, to programs and browsers alike: it is what its type says, and, where the service is reached by
// https, it is never asked for without.

const ONE_YEAR_S = 31_536_000

export const commonHeaders = (baseUrl: string): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  ...(baseUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${ONE_YEAR_S}` }),
})
