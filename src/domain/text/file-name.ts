/** File name for a user; imported user names may have characters that headers or file systems reject. */
export const fileNameOf = (username: string, ending: string): string =>
  `ntrip-${username.replace(/[^A-Za-z0-9._-]+/g, '_')}.${ending}`
