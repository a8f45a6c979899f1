export const UPSTREAMS_PATH = '/upstreams'

/** The handbook is a page of its own, outside the console. */
export const FRONT_DOOR_GUIDE = '/docs/handbook/front-door'

/** What it offers, as the list of stations shows it. */
export const stationsOfPath = (id: number) => `/stations?upstreamId=${id}`
