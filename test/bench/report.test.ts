import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readReport, refresh, SECTIONS, sectionsOf, textOf } from '../../bench/report.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const DOCS = join(ROOT, 'docs')

function copyOfDocs(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(DOCS, 'benchmarks.json'), join(folder, 'benchmarks.json'))
  return folder
}

const parts = (text: string) => text.split(/^(?=## )/m)

describe('the report', () => {
  it('matches its data, without manual edits', () => {
    expect(readFileSync(join(DOCS, 'benchmarks.md'), 'utf8')).toBe(textOf(readReport(DOCS)))
  })

  it('replaces one section and keeps the others in their order', () => {
    const folder = copyOfDocs()
    const before = parts(textOf(readReport(folder)))
    const row = { what: 'A try', measured: '1/s', floor: '2/s', ratio: '0.50', wanted: '≥ 0.8', met: false, why: 'so.' }
    refresh(folder, 'reads', { measured: '2030-01-01, another machine.', rows: [row] })
    const after = parts(readFileSync(join(folder, 'benchmarks.md'), 'utf8'))
    const at = after.findIndex((part) => part.includes('(`reads`)'))
    expect(after[at]).toContain('\n2030-01-01, another machine.\n')
    expect(after[at]).toContain('\n| A try | 1/s | 2/s | 0.50 | ≥ 0.8 | **no** |\n')
    expect(after[at]).toContain('\n- **A try**: so.\n')
    expect(after[at]).not.toContain('GET /stations')
    expect(after.toSpliced(at, 1)).toEqual(before.toSpliced(at, 1))
  })

  it('measures all sections by default, or only those named', () => {
    expect(sectionsOf([])).toEqual(Object.keys(SECTIONS))
    expect(sectionsOf(['lists', 'reads', 'lists'])).toEqual(['reads', 'lists'])
  })

  it('rejects an unknown section with the list of known ones, before measuring', () => {
    const run = () =>
      execFileSync(process.execPath, [join(ROOT, 'bench/run.ts'), 'reads', 'nothing'], { stdio: 'pipe' })
    expect(run).toThrow(/There is no section nothing\. The sections are: issuing, reads, lists, .*telemetry, .*\./)
  })
})
