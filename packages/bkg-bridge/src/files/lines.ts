// The lines of `users.aut` (user:password), `groups.aut` (group:user[:N]) and `clientmounts.aut` (/MOUNT:group,group),
// as the caster reads them.

/**
 * The caster reads a user into 1,000 bytes, a group or a mountpoint into 100,000, including line end and terminator.
 */
const MAX_USER_LINE_BYTES = 998
export const MAX_LIST_LINE_BYTES = 99_998

/** A name that the caster reads back unchanged: no list separator, no blank, no comment sign in front. */
const NAME = /^[^\s:,#\p{Cc}][^\s:,\p{Cc}]*$/u
/** The caster skips blanks before a password and ends it at a colon. */
const PASSWORD = /^[^:\p{Cc}\s]([^:\p{Cc}]*[^:\p{Cc}\s])?$/u

export const isName = (text: string): boolean => NAME.test(text)

/** The field that the caster would misread; `null` if none. */
export function misread(name: string, password: string): 'username' | 'password' | null {
  if (!NAME.test(name)) return 'username'
  const isTooLong = Buffer.byteLength(`${name}:${password}`) > MAX_USER_LINE_BYTES
  return isTooLong || !PASSWORD.test(password) ? 'password' : null
}

/** The lines that are no comments: the caster ignores empty lines and lines that start with `#` or a blank. */
const entriesIn = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !/^[#\s]/.test(line))

/** The name in each line, even if the rest of the line is malformed. Mountpoints keep their slash. */
export function namesIn(text: string): Set<string> {
  const names = entriesIn(text).map((line) => line.split(':', 1)[0]!.trim())
  return new Set(names.filter((name) => /^[^\s\p{Cc}]+$/u.test(name)))
}

export const passwordsIn = (text: string): Map<string, string> =>
  new Map(
    entriesIn(text).map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1)]
    }),
  )
