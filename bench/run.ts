// npm run bench: measures what we promise and writes docs/benchmarks.md. Each section is written when it is complete,
// so an interrupted run keeps the sections before.
import { readFileSync } from 'node:fs'
import { arch, cpus, platform } from 'node:os'
import { fileURLToPath } from 'node:url'
import { usage } from '../scripts/usage.ts'
import { refresh, SECTIONS, type SectionName, sectionsOf } from './report.ts'
import { MEASURE } from './sections.ts'
import type { Row } from './support/service.ts'
import { isSmallest } from './support/size.ts'

usage(`
usage: npm run bench [-- [--smallest] [SECTION ...]]

Measures the given sections, or all of them, each value next to a baseline that is measured in the same run. Needs a quiet machine.
Writes docs/benchmarks.json and docs/benchmarks.md; the sections that are not measured keep their values.

  --smallest   measures tiny sizes in seconds and writes nothing: shows that a section works

Sections:
${Object.entries(SECTIONS)
  .map(([name, title]) => `  ${name.padEnd(12)} ${title}`)
  .join('\n')}
`)

const docs = fileURLToPath(new URL('../docs', import.meta.url))

for (const name of wanted()) {
  const rows: Row[] = []
  await MEASURE[name]((...more) => {
    for (const row of more) print(row)
    rows.push(...more)
  })
  if (rows.length === 0) throw new Error(`The section ${name} measured nothing`)
  if (!isSmallest) refresh(docs, name, { measured: whenAndWhere(), rows })
}

function wanted(): SectionName[] {
  try {
    return sectionsOf(process.argv.slice(2).filter((argument) => argument !== '--smallest'))
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}

function print({ what, measured, floor, ratio, wanted, met }: Row): void {
  console.log(`${met ? 'ok    ' : 'MISSED'} ${what}: ${measured}, floor ${floor}, ratio ${ratio} (${wanted})`)
}

function whenAndWhere(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const today = new Date().toISOString().slice(0, 10)
  return `${today}, Vértice ${version}, Node ${process.version}, ${platform()} ${arch()}, ${cpus().length} cores.`
}
