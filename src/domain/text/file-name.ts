/** What a file of this user is called: names that came from other casters may have signs that no header or folder takes. */
export const fileNameOf = (username: string, ending: string): string =>
  `ntrip-${username.replace(/[^A-Za-z0-9._-]+/g, '_')}.${ending}`
