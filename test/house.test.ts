// The rules of the house, read off the import statements: who may know whom, and what may stand where.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SRC = fileURLToPath(new URL('../src/', import.meta.url))

/** A folder of src/, or a file beside them, and what of the rest it may import. */
const MAY_IMPORT: Record<string, readonly string[] | 'everything'> = {
  main: 'everything',
  cli: 'everything',
  'start-api': 'everything',
  'start-caster': 'everything',
  'start-handover': 'everything',
  'start-shop': 'everything',
  foundation: 'everything',
  log: [],
  metrics: [],
  config: [],
  secrets: [],
  domain: [],
  rtcm: [],
  ntrip: [],
  store: ['domain', 'secrets'],
  wire: ['domain', 'ntrip'],
  actions: ['domain', 'store', 'secrets', 'wire'],
  api: ['domain', 'store', 'actions', 'wire', 'secrets'],
  pages: [],
  console: ['domain', 'store', 'actions', 'wire', 'pages'],
  visitors: ['domain', 'store', 'actions', 'wire', 'pages'],
  payments: ['domain', 'store', 'actions', 'secrets'],
  caster: ['domain', 'rtcm', 'ntrip'],
  webhooks: ['domain', 'store', 'wire', 'secrets'],
  mail: ['domain', 'store'],
  handover: ['domain', 'wire'],
  jobs: ['actions', 'webhooks', 'handover', 'store'],
  simulator: ['domain', 'rtcm', 'ntrip'],
  demo: ['domain', 'store', 'actions', 'wire', 'secrets', 'simulator', 'config'],
}
const DOORS = ['api', 'console', 'visitors', 'payments', 'caster', 'webhooks', 'mail', 'handover']
const ROOT_FILES_FOR_STARTING = [
  'foundation',
  'log',
  'metrics',
  'start-api',
  'start-caster',
  'start-handover',
  'start-shop',
]

interface Source {
  readonly file: string
  readonly part: string
  readonly code: string
  /** The files of src/ that it imports. */
  readonly imports: readonly string[]
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g

function sources(): Source[] {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  return files.map((name) => {
    const file = name.split(sep).join('/')
    const text = readFileSync(join(SRC, file), 'utf8')
    const imports = Array.from(text.matchAll(IMPORT), ([, target]) =>
      relative(SRC, join(SRC, dirname(file), target!))
        .split(sep)
        .join('/'),
    )
    const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, '')
    return { file, part: partOf(file), code, imports }
  })
}

const partOf = (file: string) => file.split('/')[0]!.replace(/\.ts$/, '')

const all = sources()
const arrows = all.flatMap(({ file, part, imports }) =>
  imports.map((target) => ({ text: `${file} -> ${target}`, from: part, to: partOf(target), target })),
)

/** A list that says what is wrong, line by line, when it is not empty. */
const expectNone = (violations: string[], rule: string) =>
  expect(violations, `${rule}:\n  ${violations.join('\n  ')}\n`).toEqual([])

it('reads the imports of the whole house', () => {
  expect(all.length).toBeGreaterThan(70)
  expect(arrows.length).toBeGreaterThan(150)
  const files = new Set(all.map(({ file }) => file))
  expectNone(
    arrows.filter(({ target }) => !files.has(target)).map(({ text }) => text),
    'imports of files that are not in src/',
  )
})

describe('imports', () => {
  it('every part of the house is in the table', () => {
    expectNone(
      [...new Set(all.map(({ part }) => part))].filter((part) => !(part in MAY_IMPORT)),
      'unknown parts of src/',
    )
  })

  it('go only where the table allows', () => {
    const forbidden = arrows.filter(({ from, to }) => {
      const allowed = MAY_IMPORT[from] ?? []
      return from !== to && allowed !== 'everything' && !allowed.includes(to)
    })
    expectNone([...new Set(forbidden.map(({ text }) => text))], 'imports against the table')
  })

  it('no door knows another', () => {
    expectNone(
      arrows
        .filter(({ from, to }) => from !== to && DOORS.includes(from) && DOORS.includes(to))
        .map(({ text }) => text),
      'doors that import each other',
    )
  })

  it('what starts the service is known only to what starts it', () => {
    expectNone(
      arrows
        .filter(
          ({ from, to }) =>
            ROOT_FILES_FOR_STARTING.includes(to) &&
            !['main', 'cli', 'foundation', 'start-api', 'start-caster', 'start-handover', 'start-shop'].includes(from),
        )
        .map(({ text }) => text),
      `imports of ${ROOT_FILES_FOR_STARTING.join(', ')}`,
    )
    expectNone(
      arrows.filter(({ from, to }) => to === 'main' && from !== 'cli').map(({ text }) => text),
      'imports of main',
    )
  })

  it('never run in a circle', () => {
    const importsOf = new Map(all.map(({ file, imports }) => [file, imports]))
    const finished = new Set<string>()
    const circles: string[] = []
    const walk = (file: string, path: string[]): void => {
      const start = path.indexOf(file)
      if (start >= 0) circles.push([...path.slice(start), file].join(' -> '))
      if (start >= 0 || finished.has(file)) return
      for (const next of importsOf.get(file) ?? []) walk(next, [...path, file])
      finished.add(file)
    }
    for (const { file } of all) walk(file, [])
    expectNone(circles, 'circles')
  })
})

describe('what may stand where', () => {
  const filesWith = (pattern: RegExp, except: (source: Source) => boolean) =>
    all.filter((source) => pattern.test(source.code) && !except(source)).map(({ file }) => file)

  it('only config.ts reads the environment', () => {
    const found = filesWith(/\bprocess\s*\.\s*env\b/, ({ file }) => file === 'config.ts')
    expect(found, 'files that read process.env').toEqual([])
  })

  it('only store/ holds SQL', () => {
    const found = filesWith(/\bstatement\(|\.query\s*[(<]/, ({ part }) => part === 'store')
    expect(found, 'files with SQL').toEqual([])
  })

  it('the rules know no clock, no HTTP, no database and no files', () => {
    const pattern = /\bDate\.now\(|new Date\(\)|from '(?:node:(?:http|https|net|fs|dns)|pg|fastify)\b|\bfetch\(/
    const found = filesWith(pattern, ({ part }) => part !== 'domain')
    expectNone(found, 'files of domain/ that reach out')
  })
})
