export const UPSTREAMS_PATH = '/upstreams'

export const stationsOfPath = (id: number) => `/stations?upstreamId=${id}`
