// How much a browser loads of the built app.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { initialFiles } from '../../../bench/support/initial-load.ts'
import { buildWeb } from '../../../src/http/pages/build.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** Max transferred bytes before the first section, without the map. */
const MOST_INITIAL_BYTES = 350_000
/** Max bytes of the atlas, which loads with the map. */
const MOST_MAP_BYTES = 400_000

describe('the built browser app', () => {
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
