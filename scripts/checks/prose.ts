// A part of npm run check: finds comments, strings and docs that break the writing rules in CONTRIBUTING.md. The lists are
// short on purpose: every finding is an error, so there must be no false alarms.
import { globSync, readFileSync } from 'node:fs'
import { usage } from '../usage.ts'

usage(`
usage: node scripts/checks/prose.ts

Checks sources and docs and prints "file:line: what" for
  comments that start without a subject (Of those, Whoever, For those who, Until then)
  comments, product strings and docs with a word that hides who acts (whoever, somebody, nobody, anew)
  sentences in docs with more than 40 words
`)

const OPENINGS = /^(Of (those|these|what|whom|whose|it|its|one|all|him|them)|Whoever|For those who|Until then)\b/
const WORDS = /\b(whoever|somebody|nobody|anew)\b/i
const MAX_WORDS = 40
/** Frozen or generated files, texts of others, and the files that list these words. */
const EXCLUDED =
  /^(migrations\/|docs\/openapi|clients\/.*schema\.|CODE_OF_CONDUCT|CONTRIBUTING|scripts\/checks\/prose\.ts)/
/** Strings in tests are data. */
const TESTS = /^test\/|\/test\//
const CODE = /\.(ts|tsx|js|mjs|css|py)$/
const COMMENT = /^(?:\/\/+|\/\*+|\*|#)\s?(.*?)(?:\*\/)?$/
const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g

let found = 0

function report(file: string, line: number, what: string): void {
  found += 1
  console.error(`${file}:${line}: ${what}`)
}

function checkWords(file: string, line: number, text: string): void {
  const word = WORDS.exec(text)
  if (word) report(file, line, `"${word[0]}" hides who acts`)
}

function checkCode(file: string, lines: readonly string[]): void {
  let isInComment = false
  for (const [index, line] of lines.entries()) {
    const comment = COMMENT.exec(line.trim())?.[1]
    if (comment !== undefined) {
      const opening = isInComment ? null : OPENINGS.exec(comment)
      if (opening) report(file, index + 1, `a comment starts with "${opening[0]}"`)
      checkWords(file, index + 1, comment)
    } else if (!TESTS.test(file))
      for (const text of line.match(QUOTED) ?? []) if (text.includes(' ')) checkWords(file, index + 1, text)
    // The text of a block comment can start on its second line.
    isInComment = comment !== undefined && comment !== ''
  }
}

function checkDoc(file: string, lines: readonly string[]): void {
  let isCode = false
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('```')) isCode = !isCode
    if (isCode || /^(```|#|\s*\|)/.test(line)) continue
    const text = line.replaceAll(/`[^`]*`/g, 'code')
    checkWords(file, index + 1, text)
    for (const sentence of text.split(/[.!?:;]\s/)) {
      const words = sentence.split(/\s+/).filter((word) => /\w/.test(word)).length
      if (words > MAX_WORDS) report(file, index + 1, `a sentence has ${words} words`)
    }
  }
}

const FILES = ['*.md', '{bench,bin,clients,docs,examples,packages,scripts,src,test,web}/**/*.{ts,tsx,js,mjs,css,py,md}']
const NOT_OURS = ['**/node_modules/**', '**/dist/**', '**/.*/**']

for (const file of globSync(FILES, { exclude: NOT_OURS })) {
  if (EXCLUDED.test(file)) continue
  const check = CODE.test(file) ? checkCode : file.endsWith('.md') ? checkDoc : null
  check?.(file, readFileSync(file, 'utf8').split('\n'))
}
if (found > 0) process.exitCode = 1
