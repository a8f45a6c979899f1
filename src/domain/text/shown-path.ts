// The address of a request as a log may keep it. Keys of links are parts of paths, and anything may stand in a query: so of a path the long
// parts are left out that are not our own words, and of a query everything but the names.

/** Keys have more; ids and codes of stations have less. */
const LONGEST_SHOWN = 19
const MOST_NAMES = 20
const LONGEST_PATH = 300
const HIDDEN = '[hidden]'

/** `route`: as it is registered; what stands in it is no secret, however long. */
export function shownPath(url: string, route = ''): string {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const shown = isShort(path) ? path : withoutKeys(path, route)
  return (at < 0 ? shown : `${shown}?${namesIn(url.slice(at + 1))}`).slice(0, LONGEST_PATH)
}

/** A short path has no key in it, and most are short. */
const isShort = (path: string) => path.length <= LONGEST_SHOWN && isHarmless(path)

/** An address of a person is a part with an @. */
const isHarmless = (text: string) => !/@|%40/i.test(text)

function withoutKeys(path: string, route: string): string {
  const ours = route.split('/')
  const parts = path.split('/')
  return parts
    .map((part) => ((part.length <= LONGEST_SHOWN && isHarmless(part)) || ours.includes(part) ? part : HIDDEN))
    .join('/')
}

const namesIn = (query: string): string =>
  query
    .split('&', MOST_NAMES)
    .map((pair) => pair.split('=', 1)[0]!)
    .map((name) => (/^[\w.-]{1,19}$/.test(name) ? name : HIDDEN))
    .join('&')
