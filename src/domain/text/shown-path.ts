// Redacts a request URL for logs. Path segments may be secret link keys and queries may contain anything: hides long
// path segments that are not part of the route, and all query values.

/** Keys are longer; ids and station codes are shorter. */
const LONGEST_SHOWN = 19
const MOST_NAMES = 20
const LONGEST_PATH = 300
const HIDDEN = '[hidden]'

/** `route`: the registered route; its own segments are never secret. */
export function shownPath(url: string, route = ''): string {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const shown = isShort(path) ? path : withoutKeys(path, route)
  return (at < 0 ? shown : `${shown}?${namesIn(url.slice(at + 1))}`).slice(0, LONGEST_PATH)
}

/** A short path cannot contain a key, and most paths are short. */
const isShort = (path: string) => path.length <= LONGEST_SHOWN && isHarmless(path)

/** An `@` indicates an e-mail address. */
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
