// The environment that a unit on this machine gives the service, for commands that act on behalf of the service.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { beneath } from './places.ts'
import { settingsOf } from './settings-file.ts'
import { pathOf, type UnitName } from './units.ts'

const LINE = /^(Environment|EnvironmentFile)=[ \t]*(.*?)[ \t]*$/gm
const WORD = /(?:"(?:\\.|[^"\\])*"|'[^']*'|[^\s"'])+/g
const QUOTED = /"((?:\\.|[^"\\])*)"|'([^']*)'/g

/** Follows systemd.exec(5), "Environment": first the lines of the unit, then its files; later values win. */
export function environmentOf(unit: UnitName, root: string | null = null): NodeJS.Dict<string> {
  let own: string[] = []
  let files: string[] = []
  for (const text of textsOf(pathOf(root, unit)))
    for (const [, name, value = ''] of text.replaceAll('\\\n', ' ').matchAll(LINE)) {
      // An empty assignment clears earlier ones.
      if (name === 'Environment') own = value === '' ? [] : [...own, ...wordsIn(value)]
      else files = value === '' ? [] : [...files, value.replace(/^-/, '')]
    }
  const pairs = own.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)])
  return Object.assign(Object.fromEntries(pairs), ...files.map((file) => settingsOf(beneath(root, file))))
}

/** The unit and its drop-ins ("systemctl edit"). */
function textsOf(path: string): string[] {
  const folder = `${path}.d`
  const added = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.conf')) : []
  return [path, ...added.toSorted().map((name) => `${folder}/${name}`)].map((file) => readFileSync(file, 'utf8'))
}

const wordsIn = (line: string): string[] =>
  (line.match(WORD) ?? []).map((word) =>
    word
      .replace(QUOTED, (_, double?: string, single?: string) => double?.replace(/\\(.)/g, '$1') ?? single ?? '')
      .replaceAll('%%', '%'),
  )
