// Checks the settings: invalid values, and unknown names that look like typos.
import type { ConfigReport } from '../../base/config/config.ts'
import { nearest } from '../kit/nearest.ts'
import { about, type Finding } from './finding.ts'

const { ok, warn, fail } = about('settings')

/** Shorter names are similar to anything. */
const SHORTEST = 4
/** Variables of other programs, which may be in our file too. */
const FOREIGN = /^(TZ|LANG|LC_\w+|NODE_\w+|OTEL_\w+|PG\w+|MALLOC_\w+|SSL_\w+|UV_\w+|PATH|HOME)$/

export function settingsFindings({ config, problems, known, given, file }: ConfigReport): Finding[] {
  const removed = config.removed.map(({ name, instead }) => warn(`${name} is no longer a setting`, instead))
  const isRemoved = (name: string) => config.removed.some((setting) => setting.name === name)
  const wrong = problems.map((problem) => fail(problem, 'correct it; .env.example explains each setting'))
  const inFile = (file?.names ?? []).filter((name) => !known.includes(name) && !FOREIGN.test(name) && !isRemoved(name))
  const unknown = inFile.map((name) => {
    const meant = nearest(name, known)
    return warn(
      `${file!.path}: unknown setting ${name}`,
      meant ? `did you mean ${meant}?` : 'remove it; .env.example lists the settings',
    )
  })
  // The environment contains variables of other programs, so only names similar to ours are reported.
  const mistyped = given.flatMap((name) => {
    const meant =
      inFile.includes(name) || known.includes(name) || isRemoved(name) || FOREIGN.test(name)
        ? null
        : nearest(name, known)
    return meant && name.length >= SHORTEST
      ? [warn(`unknown setting ${name} in the environment`, `did you mean ${meant}?`)]
      : []
  })
  const open =
    file && (file.mode & 0o077) !== 0 && file.hasSecrets
      ? [
          warn(
            `${file.path} contains passwords or keys and is readable by other users of this machine`,
            `chmod 600 ${file.path}`,
          ),
        ]
      : []
  const found = [...wrong, ...removed, ...unknown, ...mistyped, ...open]
  const count = given.filter((name) => known.includes(name)).length
  return found.length > 0 ? found : [ok(`${count} of ${known.length} set, all valid`)]
}
