// Reports all problems of the settings at once.
import { readFileSync, statSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ConfigError } from './values.ts'

type Environment = NodeJS.ProcessEnv

export interface Report<Config> {
  /** The configuration without the invalid settings. */
  readonly config: Config
  readonly problems: readonly string[]
  readonly known: readonly string[]
  readonly given: readonly string[]
  readonly file: SettingsFile | null
}

interface SettingsFile {
  readonly path: string
  readonly names: readonly string[]
  readonly mode: number
  readonly hasSecrets: boolean
}

export function reportOn<Config>(
  read: (env: Environment) => Config,
  env: Environment,
  path: string | null,
  secrets: readonly string[],
): Report<Config> {
  const { config, problems } = withoutWrong(read, env)
  return {
    config,
    problems,
    known: namesIn(read),
    given: Object.keys(env),
    file: path === null ? null : fileAt(path, secrets),
  }
}

/** Each error names its setting; that setting is removed and the rest is read again. */
function withoutWrong<Config>(read: (env: Environment) => Config, env: Environment) {
  const left = { ...env }
  const problems: string[] = []
  for (;;) {
    try {
      return { config: read(left), problems }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      const [name = ''] = error.message.split(':')
      // A required setting is missing: remove the settings that need it.
      const gone = name in left ? [name] : Object.keys(left).filter((one) => one.startsWith(name.replace(/[^_]+$/, '')))
      if (gone.length === 0) throw error
      problems.push(error.message)
      for (const one of gone) delete left[one]
    }
  }
}

/** Names of all settings that `read` accesses. */
export function namesIn(read: (env: Environment) => unknown): string[] {
  const names = new Set<string>()
  read(new Proxy({}, { get: (_, name) => void names.add(String(name)) }))
  return [...names]
}

function fileAt(path: string, secrets: readonly string[]): SettingsFile | null {
  try {
    const names = Object.keys(parseEnv(readFileSync(path, 'utf8')))
    return { path, names, mode: statSync(path).mode, hasSecrets: names.some((name) => secrets.includes(name)) }
  } catch {
    return null
  }
}
