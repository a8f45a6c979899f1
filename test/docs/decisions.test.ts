// Decision records have one structure, fit on half a page and are listed in the index.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const FOLDER = new URL('../../docs/decisions/', import.meta.url)
const INDEX = 'README.md'
const HEADINGS = ['Context', 'Decision', 'Consequences', 'Alternatives']
const MAX_WORDS = 350

const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8')
const records = readdirSync(FOLDER).filter((name) => name !== INDEX)

it.each(records)('%s has a numbered title, the four headings and at most half a page', (name) => {
  const text = read(name)
  const number = Number(/^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1])
  expect(text.split('\n', 1)[0]).toMatch(new RegExp(`^# ${number}\\. \\S`))
  expect(Array.from(text.matchAll(/^##+ (.*)$/gm), ([, heading]) => heading)).toEqual(HEADINGS)
  expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(MAX_WORDS)
})

it('the index lists every record once, with its number', () => {
  const listed = Array.from(read(INDEX).matchAll(/^- \[(\d+)\. .+?\]\((.+?)\): \S/gm), ([, number, name]) => ({
    number: Number(number),
    name,
  }))
  expect(listed.map(({ name }) => name).sort()).toEqual(records.toSorted())
  const numbers = listed.map(({ number }) => number)
  expect(numbers).toEqual([...new Set(numbers)])
  for (const { number, name } of listed) expect(name).toMatch(new RegExp(`^${String(number).padStart(4, '0')}-`))
})
