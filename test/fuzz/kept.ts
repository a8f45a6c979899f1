// Inputs that once crashed: kept as files and run again by every test.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const KEPT_FOLDER = fileURLToPath(new URL('kept/', import.meta.url))

/** Returns the path of its file. */
export function keep(target: string, input: Buffer): string {
  const folder = join(KEPT_FOLDER, target)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, createHash('sha256').update(input).digest('hex').slice(0, 16))
  writeFileSync(file, input)
  return file
}

export function keptInputs(target: string): { readonly file: string; readonly input: Buffer }[] {
  const folder = join(KEPT_FOLDER, target)
  if (!existsSync(folder)) return []
  return readdirSync(folder).map((file) => ({ file, input: readFileSync(join(folder, file)) }))
}
