// npm run bench: measures what we promise, each figure beside a floor in the same run, and writes docs/benchmarks.md.
// npm run bench -- SECTION …: only these. A section is written when it is complete, so a run that is cut off loses no figures.
import { readFileSync } from 'node:fs'
import { arch, cpus, platform } from 'node:os'
import { fileURLToPath } from 'node:url'
import { refresh, type SectionName, sectionsOf } from './report.ts'
import { MEASURE } from './sections.ts'
import type { Row } from './support.ts'

const docs = fileURLToPath(new URL('../docs', import.meta.url))

for (const name of wanted()) {
  const rows: Row[] = []
  await MEASURE[name]((...more) => {
    for (const row of more) print(row)
    rows.push(...more)
  })
  refresh(docs, name, { measured: whenAndWhere(), rows })
}

function wanted(): SectionName[] {
  try {
    return sectionsOf(process.argv.slice(2))
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
