import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, unlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { initialFiles } from '../../../bench/support/initial-load.ts'
import { buildWeb, keepBuild } from '../../../src/http/pages/build.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** Max transferred bytes before the first section, without the map. */
const MOST_INITIAL_BYTES = 350_000
/** Max bytes of the atlas, which loads with the map. */
const MOST_MAP_BYTES = 400_000

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'vertice-build-'))
  // A small app that builds fast, with the same build configuration.
  await mkdir(join(root, 'web/public/assets'), { recursive: true })
  await mkdir(join(root, 'web/src'))
  await mkdir(join(root, 'src/words'), { recursive: true })
  await mkdir(join(root, 'src/base/pages'), { recursive: true })
  await writeFile(join(root, 'src/base/pages/tokens.css'), '')
  await cp(join(ROOT, 'web/vite.config.ts'), join(root, 'web/vite.config.ts'))
  await writeFile(join(root, 'web/public/assets/theme.js'), '// one')
  await writeFile(join(root, 'web/src/main.tsx'), 'document.body.append(<b>built</b> as never)')
  for (const page of ['index', 'public'])
    await writeFile(join(root, `web/${page}.html`), '<script type="module" src="/src/main.tsx"></script>')
  await writeFile(join(root, 'package-lock.json'), '{}')
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
})
afterAll(() => rm(root, { recursive: true }))

const builds = async () => (await readdir(join(root, 'build'))).sort()

describe('the browser app', () => {
  it('is built into the same folder by two concurrent processes', async () => {
    const script = `import { buildWeb, keepBuild } from '${join(ROOT, 'src/http/pages/build.ts')}'; console.log(await buildWeb('${root}'))`
    const run = () => promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', script])
    const [one, other] = await Promise.all([run(), run()])
    expect(one.stdout).toBe(other.stdout)
    expect(await builds()).toEqual([one.stdout.trim().split('/').at(-1)])
  }, 120_000)

  it('is rebuilt only when something changed', async () => {
    const said: string[] = []
    const before = await buildWeb(root, (message) => said.push(message))
    expect(said).toEqual([])
    await writeFile(join(root, 'web/public/assets/theme.js'), '// another')
    await utimes(before, 0, 0) // very old
    const after = await buildWeb(root, (message) => said.push(message))
    expect(said).toHaveLength(1)
    expect(after).not.toBe(before)
    expect(await builds()).toEqual([after.split('/').at(-1)])
  }, 120_000)

  it('is always a production build, even if a test builds it', async () => {
    const built = await buildWeb(root)
    const names = (await readdir(join(built, 'assets'))).filter((name) => name.endsWith('.js'))
    const code = (await Promise.all(names.map((name) => readFile(join(built, 'assets', name), 'utf8')))).join('\n')
    expect([code.includes('built'), code.includes('jsxDEV')]).toEqual([true, false])
  })

  it('is kept while a process serves it, whatever its age', async () => {
    const inUse = await buildWeb(root)
    await utimes(inUse, 0, 0)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const release = keepBuild(inUse)
    vi.advanceTimersByTime(3_600_000)
    release()
    await expect.poll(async () => (await stat(inUse)).mtimeMs).toBeGreaterThan(Date.now() - 60_000)
  })

  it('reports compile errors and leaves no files', async () => {
    await writeFile(join(root, 'web/src/main.tsx'), 'this is <not> code')
    await expect(buildWeb(root)).rejects.toThrow(/^the browser app could not be built: [\s\S]*main\.tsx/)
    expect(await builds()).toHaveLength(1)
  }, 120_000)

  it('says what to do if development dependencies are missing', async () => {
    await unlink(join(root, 'node_modules'))
    await expect(buildWeb(root)).rejects.toThrow(/what builds it is not installed: run "npm ci"/)
  })

  it('loads at most 350 kB before the first section, and the map only on demand', async () => {
    const initial = await initialFiles(await buildWeb(ROOT), 'index')
    expect(initial.size).toBeGreaterThan(3)
    expect([...initial.values()].reduce((sum, bytes) => sum + bytes)).toBeLessThan(MOST_INITIAL_BYTES)
    expect([...initial.keys()].filter((name) => name.endsWith('.woff2'))).toHaveLength(3)
    expect([...initial.keys()].filter((name) => /leaflet|map/i.test(name))).toEqual([])
  })

  it('sends at most 400 kB of map data for the whole world', async () => {
    const assets = join(await buildWeb(ROOT), 'assets')
    const names = (await readdir(assets)).filter((name) => /\.bin\.br$/.test(name))
    expect(names).toHaveLength(3)
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(assets, name))).size))
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(MOST_MAP_BYTES)
  })
})
