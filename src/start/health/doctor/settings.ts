// Checks the settings: invalid values, and unknown names that look like typos.
import type { ConfigReport } from '../../../base/config/config.ts'
import { nearest } from '../../../domain/text/nearest.ts'
import { about, type Finding } from './finding.ts'

const { ok, warn, fail } = about('settings')

/** Shorter names are similar to anything. */
const SHORTEST = 4
/** Variables of other programs, which may be in our file too. */
const FOREIGN = /^(TZ|LANG|LC_\w+|NODE_\w+|OTEL_\w+|PG\w+|MALLOC_\w+|SSL_\w+|UV_\w+|PATH|HOME)$/

export function settingsFindings({ config, problems, known, given, file }: ConfigReport): Finding[] {
  const removed = config.removed.map(({ name, instead }) =>
    warn([`${name} is no longer a setting`, `${name} ya no es una variable de configuración`], instead),
  )
  const isRemoved = (name: string) => config.removed.some((setting) => setting.name === name)
  const wrong = problems.map((problem) =>
    fail(problem, ['correct it; .env.example explains each setting', 'corríjalo; .env.example explica cada variable']),
  )
  const inFile = (file?.names ?? []).filter((name) => !known.includes(name) && !FOREIGN.test(name) && !isRemoved(name))
  const unknown = inFile.map((name) => {
    const meant = nearest(name, known)
    return warn(
      [`${file!.path}: unknown setting ${name}`, `${file!.path}: variable desconocida ${name}`],
      meant
        ? [`did you mean ${meant}?`, `¿quiso decir ${meant}?`]
        : ['remove it; .env.example lists the settings', 'elimínela; .env.example contiene todas las variables'],
    )
  })
  // The environment contains variables of other programs, so only names similar to ours are reported.
  const mistyped = given.flatMap((name) => {
    const meant =
      inFile.includes(name) || known.includes(name) || isRemoved(name) || FOREIGN.test(name)
        ? null
        : nearest(name, known)
    return meant && name.length >= SHORTEST
      ? [
          warn(
            [`unknown setting ${name} in the environment`, `variable desconocida ${name} en el entorno`],
            [`did you mean ${meant}?`, `¿quiso decir ${meant}?`],
          ),
        ]
      : []
  })
  const open =
    file && (file.mode & 0o077) !== 0 && file.hasSecrets
      ? [
          warn(
            [
              `${file.path} contains passwords or keys and is readable by other users of this machine`,
              `${file.path} contiene contraseñas o claves y otros usuarios de este equipo pueden leerlo`,
            ],
            `chmod 600 ${file.path}`,
          ),
        ]
      : []
  const found = [...wrong, ...removed, ...unknown, ...mistyped, ...open]
  const count = given.filter((name) => known.includes(name)).length
  return found.length > 0
    ? found
    : [ok([`${count} of ${known.length} set, all valid`, `${count} de ${known.length} definidas, todas válidas`])]
}
