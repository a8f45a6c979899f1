// Headers of every HTTP response: no MIME sniffing and, if the service is reached by https, HSTS.

const ONE_YEAR_S = 31_536_000

export const commonHeaders = (baseUrl: string): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  ...(baseUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${ONE_YEAR_S}` }),
})
