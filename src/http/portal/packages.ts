// The packages of the API clients. A release contains them; a checkout builds them on the first request.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const PACKAGES_PATH = '/docs/packages/'

const CARRIED = fileURLToPath(new URL('../../../files/clients/', import.meta.url))
const BUILDER = fileURLToPath(new URL('../../../scripts/release/client-packages.ts', import.meta.url))

export type Packages = ReadonlyMap<string, Buffer>

let packages: Promise<Packages> | null = null

export function clientPackages(): Promise<Packages> {
  packages ??= (existsSync(CARRIED) ? read(CARRIED) : build()).catch((error) => {
    packages = null
    throw error
  })
  return packages
}

async function build(): Promise<Packages> {
  const folder = await mkdtemp(join(tmpdir(), 'vertice-packages-'))
  try {
    await promisify(execFile)(process.execPath, [BUILDER, folder])
    return await read(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function read(folder: string): Promise<Packages> {
  const names = await readdir(folder)
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)))
}
