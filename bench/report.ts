// Writes docs/benchmarks.md, one table per section, from docs/benchmarks.json. A section that is measured again
// replaces only its own results.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Row } from './support/service.ts'

export const SECTIONS = {
  issuing: 'Issuing credentials',
  reads: 'Reading stations, choosing a mountpoint',
  lists: 'Pages of credentials, and the service at rest',
  console: 'The console',
  webhooks: 'Webhooks, and many credentials that end at once',
  handover: 'What customers receive',
  caster: 'The caster',
  connect: 'Connecting to the caster',
  fanout: 'The fan-out of the caster, and its memory',
  cluster: 'Several casters: machines, and cores',
  'front-door': 'Mountpoints of another caster',
  archive: 'Recording',
  rinex: 'RINEX files',
  convert: 'Mountpoints made of a stream',
  quality: 'The quality of stations',
  telemetry: 'Telemetry',
  integrity: 'Baselines between stations',
  loop: 'The event loop',
  watching: 'Requests that are logged or traced',
  release: 'A release against the checkout',
} as const

export type SectionName = keyof typeof SECTIONS

export interface Section {
  /** Date, version and machine. */
  readonly measured: string
  /** Context that the reader of the results needs. */
  readonly note?: string
  readonly rows: readonly Row[]
}

export type Report = Partial<Record<SectionName, Section>>

const names = Object.keys(SECTIONS) as SectionName[]
const isSection = (name: string): name is SectionName => Object.hasOwn(SECTIONS, name)

export function sectionsOf(asked: readonly string[]): SectionName[] {
  const unknown = asked.filter((name) => !isSection(name))
  if (unknown.length > 0)
    throw new Error(`There is no section ${unknown.join(', ')}. The sections are: ${names.join(', ')}.`)
  return names.filter((name) => asked.length === 0 || asked.includes(name))
}

export const readReport = (folder: string): Report =>
  JSON.parse(readFileSync(join(folder, 'benchmarks.json'), 'utf8')) as Report

export function refresh(folder: string, name: SectionName, section: Section): void {
  const report = { ...readReport(folder), [name]: section }
  const inOrder = Object.fromEntries(names.filter((known) => report[known]).map((known) => [known, report[known]]))
  writeFileSync(join(folder, 'benchmarks.json'), `${JSON.stringify(inOrder, null, 2)}\n`)
  writeFileSync(join(folder, 'benchmarks.md'), textOf(report))
}

const HEAD = `# Benchmarks

Written by \`npm run bench\`; \`npm run bench -- SECTION\` measures a section again and leaves the others. Each figure stands beside a
floor measured in the same run, in turns with it; the ratio is what counts, absolute figures belong to the machine. The load comes from
a process of its own on the same machine.
`

export const textOf = (report: Report): string =>
  [HEAD, ...names.flatMap((name) => (report[name] ? [sectionText(name, report[name])] : []))].join('\n')

function sectionText(name: SectionName, { measured, note, rows }: Section): string {
  const lines = rows.map(
    (row) =>
      `| ${row.what} | ${row.measured} | ${row.floor} | ${row.ratio} | ${row.wanted} | ${row.met ? 'yes' : '**no**'} |`,
  )
  const reasons = rows.filter(({ met, why }) => !met && why).map(({ what, why }) => `- **${what}**: ${why}`)
  return `## ${SECTIONS[name]} (\`${name}\`)

${note ? `${measured} ${note}` : measured}

| what | measured | floor | ratio | wanted | met |
|---|---|---|---|---|---|
${lines.join('\n')}
${reasons.length === 0 ? '' : `\nWhy not:\n\n${reasons.join('\n')}\n`}`
}
