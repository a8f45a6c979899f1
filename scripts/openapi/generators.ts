// Checks that clients generated from the description compile: six generators with their usual settings, and
// TypeScript's strict checks on their output. The generators are large, so they are installed into a temporary folder.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { usage } from '../usage.ts'
import { description } from './description.ts'

usage(`
usage: npm run generators

Generates clients from the description with six generators and compiles them with TypeScript's strict checks. Installs the generators
from npm's registry into a temporary folder. Writes nothing else.
`)

const run = promisify(execFile)
const DEADLINE_MS = 5 * 60_000

/** TypeScript 5.9: the generators use its JavaScript API, which version 7 does not have. */
const PACKAGES = {
  typescript: '5.9.3',
  'openapi-typescript': '7.13.0',
  '@hey-api/openapi-ts': '0.99.0',
  orval: '8.38.0',
  '@kubb/cli': '4.39.3',
  '@kubb/core': '4.39.3',
  '@kubb/plugin-client': '4.39.3',
  '@kubb/plugin-oas': '4.39.3',
  '@kubb/plugin-ts': '4.39.3',
  'swagger-typescript-api': '13.13.0',
  oazapfts: '7.5.0',
  // Imported by the generated code.
  '@oazapfts/runtime': '1.2.0',
}

/** Each writes to the folder of its name. */
const GENERATORS: Record<string, readonly string[]> = {
  'openapi-typescript': ['openapi-typescript', 'openapi.json', '-o', 'openapi-typescript/index.ts'],
  'hey-api': ['openapi-ts', '-i', 'openapi.json', '-o', 'hey-api'],
  orval: ['orval', '--input', 'openapi.json', '--output', 'orval/index.ts', '--client', 'fetch'],
  kubb: ['kubb', 'generate', '--config', 'kubb.config.mjs'],
  'swagger-typescript-api': [
    'swagger-typescript-api',
    'generate',
    '-p',
    'openapi.json',
    '-o',
    'swagger-typescript-api',
  ],
  oazapfts: ['oazapfts', 'openapi.json', 'oazapfts/index.ts'],
}

const KUBB_CONFIG = `import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'
export default defineConfig({
  input: { path: './openapi.json' },
  output: { path: './kubb', clean: true },
  plugins: [pluginOas(), pluginTs(), pluginClient({ client: 'fetch' })],
})
`

const strict = (folder: string) => ({
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    skipLibCheck: true, // for packages; the generated code has no declaration files
  },
  include: [folder],
})

const folder = await mkdtemp(join(tmpdir(), 'vertice-generators-'))
try {
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies: PACKAGES }),
  )
  await writeFile(join(folder, 'openapi.json'), await description())
  await writeFile(join(folder, 'kubb.config.mjs'), KUBB_CONFIG)
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, timeout: DEADLINE_MS })
  const failed = []
  for (const name of Object.keys(GENERATORS)) if (!(await compiles(name))) failed.push(name)
  console.log(
    `generators: ${Object.keys(GENERATORS).length - failed.length} of ${Object.keys(GENERATORS).length} compile`,
  )
  if (failed.length > 0) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true })
}

async function compiles(name: string): Promise<boolean> {
  const [command, ...options] = GENERATORS[name]!
  const bin = (tool: string) => join(folder, 'node_modules', '.bin', tool)
  const env = { ...process.env, DO_NOT_TRACK: '1', DISABLE_TELEMETRY: '1', CI: 'true' } // nothing about the run leaves the machine
  try {
    await mkdir(join(folder, name))
    await run(bin(command!), options, { cwd: folder, env, timeout: DEADLINE_MS })
    const files = await readdir(join(folder, name), { recursive: true })
    if (!files.some((file) => file.endsWith('.ts'))) throw new Error('wrote nothing')
    const project = join(folder, `tsconfig.${name}.json`)
    await writeFile(project, JSON.stringify(strict(name)))
    await run(bin('tsc'), ['-p', project], { cwd: folder, timeout: DEADLINE_MS })
    console.log(`${name}: ${files.length} files, strict`)
    return true
  } catch (error) {
    const { message, stdout = '' } = error as Error & { stdout?: string }
    console.error(`${name}: FAILED\n${message}\n${stdout.split('\n').slice(0, 20).join('\n')}`)
    return false
  }
}
