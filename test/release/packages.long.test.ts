// The packages of packages/ as npm publishes them, installed in a plain project that knows nothing of this repository.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPackage } from '../../scripts/release/build-package.ts'
import { CHECKOUT } from '../support/checkout.ts'
import { SYSTEM_NODE } from '../support/needs.ts'

const NAMES = ['ntrip', 'rtcm', 'rinex']
const PROGRAM = `
import { readRequest, reply } from '@vertice/ntrip'
import { longName } from '@vertice/rinex'
import { encode1005, frame, FrameReader } from '@vertice/rtcm'
const types: number[] = []
const reader = new FrameReader((_, type) => types.push(type))
reader.push(frame(encode1005({ stationId: 1, x: 1, y: 2, z: 3 })))
const request = readRequest(Buffer.from('GET /CDMX HTTP/1.0\\r\\n\\r\\n'))
const day = { startMs: 0, lengthMs: 86_400_000, intervalMs: 30_000 }
const name = longName({ station: 'CDMX', country: 'MEX', ...day, content: 'MO', ending: 'crx' })
console.log(JSON.stringify([types, name, request === 'incomplete' ? null : request.kind, reply.ICY_OK.length]))
`

let project: string
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'vertice-packages-'))
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'plain', type: 'module', private: true }))
  const tarballs: string[] = []
  for (const name of NAMES) {
    const built = join(project, 'built', name)
    await buildPackage(join(CHECKOUT, 'packages', name), built)
    const [packed] = JSON.parse(execFileSync('npm', ['pack', '--json', built], { cwd: project, encoding: 'utf8' }))
    tarballs.push(`./${packed.filename}`)
  }
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], { cwd: project })
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

const installed = (name: string) => join(project, 'node_modules/@vertice', name)

it.each(NAMES)('%s has the metadata that a registry shows, and depends only on its siblings', (name) => {
  const manifest = JSON.parse(readFileSync(join(installed(name), 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: `@vertice/${name}`, license: 'MIT', engines: { node: '>=20' } })
  for (const key of ['private', 'scripts']) expect(manifest).not.toHaveProperty(key)
  for (const needed of Object.keys(manifest.dependencies ?? {})) expect(needed).toMatch(/^@vertice\//)
  for (const file of ['README.md', 'LICENSE', 'src/index.js', 'src/index.d.ts'])
    expect(readFileSync(join(installed(name), file), 'utf8')).not.toBe('')
})

it("run in a project on the machine's Node, and compile there with their types", () => {
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true })
  symlinkSync(join(CHECKOUT, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'))
  symlinkSync(join(CHECKOUT, 'node_modules/undici-types'), join(project, 'node_modules/undici-types'))
  writeFileSync(join(project, 'program.ts'), PROGRAM)
  const compiler = join(CHECKOUT, 'node_modules/typescript/bin/tsc')
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node', 'program.ts']
  execFileSync(process.execPath, [compiler, ...options], { cwd: project, stdio: 'inherit' })
  const said = execFileSync(SYSTEM_NODE, ['program.js'], { cwd: project, encoding: 'utf8' })
  expect(JSON.parse(said)).toEqual([[1005], 'CDMX00MEX_S_19800060000_01D_30S_MO.crx', 'stream', 14])
})
