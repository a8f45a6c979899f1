// Browser and system from a user agent, precise enough for users to recognise their own.

const BROWSERS = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const

/** Falls back to the user agent itself; `null` if there is none. */
export function browserName(agent: string | null): string | null {
  const find = (known: typeof BROWSERS | typeof SYSTEMS) => known.find(([form]) => form.test(agent ?? ''))?.[1]
  const names = [find(BROWSERS), find(SYSTEMS)].filter((name) => name !== undefined)
  return names.length > 0 ? names.join(' · ') : agent
}
