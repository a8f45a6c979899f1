export const UPSTREAMS_PATH = '/upstreams'

/** The handbook is outside the console. */
export const FRONT_DOOR_GUIDE = '/docs/handbook/front-door'

export const stationsOfPath = (id: number) => `/stations?upstreamId=${id}`
