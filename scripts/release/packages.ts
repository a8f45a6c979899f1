// The release bundles its runtime packages as they were tested, without files that only developers need. This halves
// the size of 100 MB, and npm fetches only Node and PostgreSQL.
import { cpSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Types, source maps and documentation. */
const FOR_DEVELOPERS = /\.(ts|mts|cts|map|md|markdown|flow|tsbuildinfo)$/i
const FOLDERS_FOR_DEVELOPERS = new Set([
  'test',
  'tests',
  'example',
  'examples',
  'docs',
  'bench',
  'benchmark',
  'benchmarks',
])
/** A redistributed package must include its licence. */
const LEGAL = /licen[cs]e|notice|copying|authors/i

export function copyLicences(from: string, to: string): void {
  for (const name of readdirSync(from)) if (LEGAL.test(name)) cpSync(join(from, name), join(to, name))
}

export function carryPackage(from: string, to: string): void {
  const isWanted = (inside: string) => {
    if (inside === from) return true
    const name = basename(inside)
    const isOutermost = inside === join(from, name)
    if (name.startsWith('.') || (isOutermost && (name === 'node_modules' || FOLDERS_FOR_DEVELOPERS.has(name))))
      return false
    return LEGAL.test(name) || !FOR_DEVELOPERS.test(name)
  }
  cpSync(from, to, { recursive: true, filter: isWanted })
}
