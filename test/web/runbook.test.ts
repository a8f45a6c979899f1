import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { RUNBOOK, runbookOf } from '../../web/src/sections/alerts/runbook.ts'

const docs = (path: string) => new URL(`../../docs/${path}`, import.meta.url)

it('links every kind of alert to a page of the handbook that exists in both languages', () => {
  for (const target of Object.values(RUNBOOK)) {
    const [page, anchor] = target.split('#')
    for (const folder of ['', 'es/']) {
      const file = docs(`${folder}${page}.md`)
      expect(existsSync(file), file.pathname).toBe(true)
      if (anchor)
        expect(readFileSync(file, 'utf8').toLowerCase(), `${file.pathname}#${anchor}`).toContain(`\n## ${anchor}\n`)
    }
  }
})

it('uses the address of the language', () => {
  expect(runbookOf('disk_full', 'es')).toBe('/docs/es/handbook/runbook#verticediskfilling')
  expect(runbookOf('disk_full', 'en')).toBe('/docs/handbook/runbook#verticediskfilling')
})
