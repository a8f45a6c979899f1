// The rules of docs/architecture.md, checked against the source: imports of folders and packages, and their contents.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const SRC = join(ROOT, 'src')
const PACKAGES = join(ROOT, 'packages')
const PACKAGE = /^@vertice\/([a-z-]+)$/

/** The TypeScript client of the API, which is independent of src/. */
const PUBLIC_CLIENT = '/clients/typescript/src/index.ts'

interface Rights {
  readonly parts: readonly string[] | 'everything'
  /** Only reading functions of store/. */
  readonly onlyReads: boolean
  /** Only EVENT_BODIES of wire/. */
  readonly onlyEvents: boolean
}

/** What each folder or file of src/ and each package of packages/ may import. */
function table(): Map<string, Rights> {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const rows = text.matchAll(/^\| `(?:src|packages)\/([a-z/-]+?)(?:\/|\.ts)` \|[^|]+\| ([^|]+) \|$/gm)
  return new Map(
    Array.from(rows, ([, part, cell]) => {
      const named = cell === 'nothing' ? [] : cell!.split(', ').map((name) => name.replace(/ \(\w+\)$/, ''))
      const parts = cell === 'everything' ? cell : named
      return [part!, { parts, onlyReads: cell!.includes('store (reads)'), onlyEvents: cell!.includes('wire (events)') }]
    }),
  )
}

const RIGHTS = table()
const INTERFACES = [
  'http/api',
  'http/console',
  'http/public',
  'outbound/payments',
  'caster',
  'outbound/webhooks',
  'outbound/mail',
  'outbound/chat',
  'outbound/delivery',
]

/** Files of wire/ that create event bodies. */
const EVENT_BODIES = [
  'wire/credentials/change.ts',
  'wire/credentials/credential.ts',
  'wire/archive/rinex.ts',
  'wire/orders/order.ts',
  'wire/webhooks/event-body.ts',
  'wire/webhooks/sample.ts',
  'wire/webhooks/station-event-data.ts',
]

/** Names of the contract that are no English words. */
const SPANISH =
  'codigo nombre estado_mx radio_km constelaciones telemetria salud_pct latencia_ms usuario puerto formato emitida_at inicia_at expira_at estado vigente segundos station_codigo cliente_nombre cliente_email enviar_email eventos activo creado_at ultima_entrega_at fallos_consecutivos modo cobertura distancia_km motivo salud historial cambios'.split(
    ' ',
  )

interface Source {
  readonly file: string
  readonly part: string
  readonly code: string
  readonly imports: readonly { readonly target: string; readonly values: readonly string[] }[]
}

const IMPORT =
  /(?:\bimport\s+(type\s+)?([^'"]*?)\s*from\s*|\bimport\s*\(?\s*|\bexport\s[^'"]*?from\s*)['"]((?:\.|@vertice\/)[^'"]+)['"]/g

function sources(root: string): Source[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  return files.map((name) => {
    const file = name.split(sep).join('/')
    const text = readFileSync(join(root, file), 'utf8')
    const imports = Array.from(text.matchAll(IMPORT), ([, onlyTypes, names = '', target]) => ({
      target: target!.startsWith('.')
        ? relative(root, join(root, dirname(file), target!))
            .split(sep)
            .join('/')
        : target!,
      values: onlyTypes ? [] : valuesIn(names),
    }))
    const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, '')
    return { file, part: partOf(file), code, imports }
  })
}

const valuesIn = (names: string) =>
  names
    .replace(/[{}]/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(' as ')[0]!)

/** The row of the table with the longest path that contains the file. */
function partOf(file: string): string {
  const named = PACKAGE.exec(file)?.[1]
  if (named) return named
  const path = file.replace(/\.tsx?$/, '')
  const parts = [...RIGHTS.keys()].filter((part) => path === part || path.startsWith(`${part}/`))
  return parts.toSorted((one, other) => other.length - one.length)[0] ?? path
}

const all = sources(SRC)
const packages = readdirSync(PACKAGES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ name, sources: sources(join(PACKAGES, name, 'src')) }))
const inBrowser = sources(join(ROOT, 'web/src'))
const arrows = all.flatMap(({ file, part, imports }) =>
  imports.map(({ target, values }) => ({
    text: `${file} -> ${target}`,
    from: part,
    to: partOf(target),
    target,
    values,
  })),
)

const expectNone = (violations: string[], rule: string) =>
  expect(violations, `${rule}:\n  ${violations.join('\n  ')}\n`).toEqual([])

it('reads the imports of all source files', () => {
  expect(all.length).toBeGreaterThan(70)
  expect(arrows.length).toBeGreaterThan(150)
  const files = new Set(all.map(({ file }) => file))
  expectNone(
    arrows.filter(({ target }) => !files.has(target) && !PACKAGE.test(target)).map(({ text }) => text),
    'imports of files that are not in src/, or past the index of a package',
  )
})

describe('imports', () => {
  it('are declared for every folder in the table of docs/architecture.md, and for nothing else', () => {
    expect([...RIGHTS.keys()].sort()).toEqual(
      [...new Set([...all.map(({ part }) => part), ...packages.map(({ name }) => name)])].sort(),
    )
  })

  it('go only where the table allows', () => {
    const forbidden = arrows.filter(({ from, to }) => {
      const parts = RIGHTS.get(from)?.parts ?? []
      return from !== to && parts !== 'everything' && !parts.includes(to)
    })
    expectNone([...new Set(forbidden.map(({ text }) => text))], 'imports against the table')
  })

  it('do not connect one interface with another', () => {
    expectNone(
      arrows
        .filter(({ from, to }) => from !== to && INTERFACES.includes(from) && INTERFACES.includes(to))
        .map(({ text }) => text),
      'doors that import each other',
    )
  })

  it('change nothing in the store where only reads are allowed', () => {
    const changes =
      /^(insert|update|delete|save|mark|write|touch|take|lock|replace|set|renew|remove|activate|archive|requeue|withdraw|note|forget|add|end|open|kick|claim|record|give|announce|register)[A-Z]/
    expectNone(
      arrows.flatMap(({ from, to, text, values }) =>
        to === 'store' && RIGHTS.get(from)?.onlyReads
          ? values.filter((name) => changes.test(name)).map((name) => `${text}: ${name}`)
          : [],
      ),
      'changes past the actions',
    )
  })

  it('take only event bodies from wire/ in actions', () => {
    const restricted = arrows.filter(({ from, to }) => to === 'wire' && RIGHTS.get(from)?.onlyEvents)
    expectNone(
      restricted.filter(({ target }) => !EVENT_BODIES.includes(target)).map(({ text }) => text),
      'imports of wire/ beyond events',
    )
    expect(EVENT_BODIES.filter((file) => !restricted.some(({ target }) => target === file))).toEqual([])
  })

  it('of start/ are made by start/ and cli/ only', () => {
    expectNone(
      arrows.filter(({ from, to }) => to.startsWith('start') && !/^(start|cli)\b/.test(from)).map(({ text }) => text),
      'imports of start/',
    )
  })

  it('of the browser take only types of the contracts and the texts for codes', () => {
    const CONTRACTS = /^\.\.\/\.\.\/src\/http\/(console\/contract\/|public\/contract\.ts$)/
    const WORDS = /^\.\.\/\.\.\/src\/words\//
    const outward = inBrowser.flatMap(({ file, imports }) =>
      imports
        .filter(({ target }) => target.startsWith('..'))
        .map(({ target, values }) => ({ text: `web/src/${file} -> ${target}`, target, values })),
    )
    expect(outward.length).toBeGreaterThan(50)
    expectNone(
      outward
        .filter(({ target, values }) => !WORDS.test(target) && (values.length > 0 || !CONTRACTS.test(target)))
        .map(({ text, values }) => `${text} ${values.join(', ')}`),
      'imports of the browser beyond types of the contracts',
    )
  })

  it('of the shared parts of the browser app contain nothing that is built from them', () => {
    const arrows = inBrowser
      .filter(({ file }) => file.startsWith('parts/'))
      .flatMap(({ file, imports }) => imports.map(({ target }) => ({ text: `web/src/${file} -> ${target}`, target })))
    expect(arrows.length).toBeGreaterThan(50)
    expectNone(
      arrows.filter(({ target }) => /^(entry|map|public|sections|shell)\//.test(target)).map(({ text }) => text),
      'imports of web/src/parts/ upward',
    )
  })

  it('of a package contain its own files, Node, its dependencies and the packages that the table allows', () => {
    const found = packages.flatMap(({ name, sources }) => {
      const { dependencies = {} } = JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8'))
      const allowed = RIGHTS.get(name)?.parts ?? []
      return sources.flatMap(({ file, code, imports }) => [
        ...imports
          .filter(
            ({ target }) =>
              (target.startsWith('..') && !target.endsWith(PUBLIC_CLIENT)) ||
              (PACKAGE.test(target) && !allowed.includes(partOf(target))),
          )
          .map(({ target }) => `packages/${name}/src/${file} -> ${target}`),
        ...Array.from(code.matchAll(/\bfrom '([^.'][^']*)'/g), ([, specifier]) => specifier!)
          .filter((specifier) => !specifier.startsWith('node:') && !(packageOf(specifier) in dependencies))
          .map((specifier) => `packages/${name}/src/${file} -> ${specifier}`),
      ])
    })
    expectNone(found, 'imports of packages')
  })

  it('of src/ are packages that a release contains', () => {
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(SRC, '../package.json'), 'utf8'))
    const released = { ...dependencies, ...optionalDependencies }
    const found = all.flatMap(({ file, code }) =>
      Array.from(code.matchAll(/\bfrom '([a-z@][\w@/.-]*)'$/gm), ([, specifier]) => specifier!)
        .filter((specifier) => !(packageOf(specifier) in released))
        .map((specifier) => `src/${file} -> ${specifier}`),
    )
    expectNone(found, 'imports of packages that are no dependencies')
  })

  it('have no cycles, neither here nor in the browser', () => {
    expectNone(circlesIn(all), 'circles in src/')
    for (const { name, sources } of packages) expectNone(circlesIn(sources), `circles in packages/${name}/`)
    expectNone(circlesIn(inBrowser), 'circles in web/src/')
  })
})

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

function circlesIn(sources: readonly Source[]): string[] {
  const importsOf = new Map(sources.map(({ file, imports }) => [file, imports.map(({ target }) => target)]))
  const finished = new Set<string>()
  const circles: string[] = []
  const walk = (file: string, path: string[]): void => {
    const start = path.indexOf(file)
    if (start >= 0) circles.push([...path.slice(start), file].join(' -> '))
    if (start >= 0 || finished.has(file)) return
    for (const next of importsOf.get(file) ?? []) walk(next, [...path, file])
    finished.add(file)
  }
  for (const { file } of sources) walk(file, [])
  return circles
}

/** A name of the contract used as a property: `segundos: …`, `.segundos`, `{ segundos }`. */
const NAME = `(?:${SPANISH.join('|')})`
const SPANISH_KEY = new RegExp(`\\b${NAME}\\??:|\\.${NAME}\\b|[{,]\\s*${NAME}\\s*[},]`, 'g')
const withoutTexts = (code: string) => code.replace(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g, "''")

describe('the contents of folders', () => {
  const filesWith = (pattern: RegExp, except: (source: Source) => boolean) =>
    all.filter((source) => pattern.test(source.code) && !except(source)).map(({ file }) => file)

  it('read the environment only in base/config/config.ts', () => {
    const found = filesWith(/\bprocess\s*\.\s*env\b/, ({ file }) => file === 'base/config/config.ts')
    expect(found, 'files that read process.env').toEqual([])
  })

  it('have SQL only in store/', () => {
    const found = filesWith(/\bstatement\(|\.query\s*[(<]/, ({ part }) => part === 'store')
    expect(found, 'files with SQL').toEqual([])
  })

  it('have the Spanish keys of the contract only in wire/', () => {
    // The demo is an API client.
    const elsewhere = ['wire', 'demo', 'demo/simulator']
    const found = all.flatMap(({ file, part, code }) =>
      elsewhere.includes(part)
        ? []
        : Array.from(withoutTexts(code).matchAll(SPANISH_KEY), ([key]) => `${file}: ${key.trim()}`),
    )
    expectNone(found, 'Spanish keys')
  })

  it('have no clock, HTTP, database or files in domain/', () => {
    const pattern = /\bDate\.now\(|new Date\(\)|from '(?:node:(?:http|https|net|fs|dns)|pg|fastify)\b|\bfetch\(/
    const found = filesWith(pattern, ({ part }) => part !== 'domain')
    expectNone(found, 'files of domain/ that reach out')
  })
})

describe('layout', () => {
  const MOST_ENTRIES = 16
  /** Folders of test/ that test the whole service or its environment, or support other tests. */
  const NOT_MIRRORED =
    /^(abuse|bench|clients|cluster|container|contract|crash|deploy|docs|e2e|examples|fuzz|monitoring|release|scenarios|scripts|soak|support|web)(\/|$)/

  it(`no folder has more than ${MOST_ENTRIES} entries`, () => {
    const wide = ['src', 'web/src', 'packages', 'bench', 'scripts'].flatMap((root) =>
      foldersIn(join(ROOT, root))
        .map((folder) => ({ folder: join(root, folder), entries: entriesOf(join(ROOT, root, folder)) }))
        .filter(({ entries }) => entries > MOST_ENTRIES)
        .map(({ folder, entries }) => `${folder}: ${entries}`),
    )
    expectNone(wide, 'folders with too many entries')
  })

  it('test/ mirrors src/', () => {
    const here = new Set(foldersIn(SRC))
    const alone = foldersIn(join(ROOT, 'test')).filter((folder) => !here.has(folder) && !NOT_MIRRORED.test(folder))
    expectNone(alone, 'folders of test/ without a folder of that name in src/')
  })
})

const isOurs = (name: string) => !['node_modules', 'build', 'dist'].includes(name)
const entriesOf = (folder: string) => readdirSync(folder).filter(isOurs).length

/** Paths of the folder itself ('') and of all subfolders. */
function foldersIn(root: string, path = ''): string[] {
  const inner = readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isOurs(entry.name))
    .flatMap(({ name }) => foldersIn(root, path === '' ? name : `${path}/${name}`))
  return [path, ...inner]
}
