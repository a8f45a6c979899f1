// Builds the packages of both API clients, which the service serves under /docs/packages/: an npm tarball and a Python
// wheel. Needs neither a network nor Python.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildPackage } from './build-package.ts'
import { zip } from './zip.ts'

const run = promisify(execFile)
const CLIENTS = fileURLToPath(new URL('../../clients/', import.meta.url))
const LICENCE = fileURLToPath(new URL('../../LICENSE', import.meta.url))

export async function buildClientPackages(target: string): Promise<void> {
  mkdirSync(target, { recursive: true })
  const built = mkdtempSync(join(tmpdir(), 'vertice-client-'))
  try {
    await buildPackage(join(CLIENTS, 'typescript'), built)
    await run('npm', ['pack', '--silent', '--offline', '--pack-destination', target, built])
  } finally {
    rmSync(built, { recursive: true, force: true })
  }
  const { name, content } = buildWheel(join(CLIENTS, 'python'))
  writeFileSync(join(target, name), content)
}

/** A pure Python wheel (https://packaging.python.org/en/latest/specifications/binary-distribution-format/). */
function buildWheel(folder: string): { name: string; content: Buffer } {
  const code = 'vertice_client'
  const [, version] = /VERSION = "(.+)"/.exec(readFileSync(join(folder, code, '_version.py'), 'utf8'))!
  const about = `${code}-${version}.dist-info`
  const files = new Map<string, Buffer>()
  for (const name of readdirSync(join(folder, code)).sort())
    if (/\.(py|typed)$/.test(name)) files.set(`${code}/${name}`, readFileSync(join(folder, code, name)))
  files.set(`${about}/METADATA`, Buffer.from(metadata(folder, version!)))
  files.set(
    `${about}/WHEEL`,
    Buffer.from('Wheel-Version: 1.0\nGenerator: vertice\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
  )
  files.set(`${about}/LICENSE`, readFileSync(LICENCE))
  const record = Array.from(files, ([name, content]) => {
    const hash = createHash('sha256').update(content).digest('base64url')
    return `${name},sha256=${hash},${content.length}\n`
  })
  files.set(`${about}/RECORD`, Buffer.from(`${record.join('')}${about}/RECORD,,\n`))
  return { name: `${code}-${version}-py3-none-any.whl`, content: zip(files) }
}

/** Core metadata 2.1, from the `[project]` table of pyproject.toml. */
function metadata(folder: string, version: string): string {
  const project = readFileSync(join(folder, 'pyproject.toml'), 'utf8')
  const text = (key: string) => new RegExp(`^${key} = (?:\\[?{ \\w+ = )?"(.*?)"`, 'm').exec(project)![1]!
  const list = (key: string) => {
    const [, entries] = new RegExp(`^${key} = \\[(.*?)\\]`, 'ms').exec(project)!
    return Array.from(entries!.matchAll(/"(.*?)"/g), ([, entry]) => entry!)
  }
  const fields = [
    'Metadata-Version: 2.1',
    `Name: ${text('name')}`,
    `Version: ${version}`,
    `Summary: ${text('description')}`,
    `Author: ${text('authors')}`,
    `License: ${text('license')}`,
    'License-File: LICENSE',
    `Keywords: ${list('keywords').join(',')}`,
    ...list('classifiers').map((classifier) => `Classifier: ${classifier}`),
    `Requires-Python: ${text('requires-python')}`,
    'Description-Content-Type: text/markdown',
  ]
  return `${fields.join('\n')}\n\n${readFileSync(join(folder, 'README.md'), 'utf8')}`
}

if (argv[1] === fileURLToPath(import.meta.url)) await buildClientPackages(argv[2]!)
