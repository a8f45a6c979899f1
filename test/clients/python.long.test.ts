// vertice-client: its own tests (clients/python/tests) with a service on a port, and its syntax for the oldest Python.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CHECKOUT } from '../support/checkout.ts'
import { lacks } from '../support/needs.ts'
import { STATIONS } from '../support/service.ts'
import { run, startListening, TIMEOUT_MS } from './kit.ts'

const folder = join(CHECKOUT, 'clients/python')
const python = (args: string[], more: Record<string, string> = {}) =>
  run('python3', args, {
    cwd: folder,
    env: { PATH: process.env.PATH, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1', ...more },
    timeout: TIMEOUT_MS,
  })

const skip = lacks('the client for Python', 'python3')

it.skipIf(skip)('passes its own tests, also against the service', async () => {
  const { service, url } = await startListening()
  try {
    await service.saveStations(STATIONS.cdmx)
    const { secret } = await service.token()
    const { stderr } = await python(['-m', 'unittest', 'discover', '-s', 'tests'], {
      VERTICE_URL: url,
      VERTICE_TOKEN: secret,
    })
    expect(stderr).toMatch(/^OK$/m) // followed by the skipped tests
  } finally {
    await service.stop()
  }
})

it.skipIf(lacks('the types of the client for Python', 'mypy'))(
  'passes mypy --strict, which detects wrong use',
  async () => {
    const { stdout } = await run(
      'mypy',
      ['--strict', '--python-version', '3.9', '--cache-dir', '/dev/null', 'vertice_client', 'tests/typed_use.py'],
      { cwd: folder, timeout: TIMEOUT_MS },
    ).catch((error) => error)
    expect(stdout).toMatch(/^Success: no issues found in \d+ source files$/m)
  },
)

it.skipIf(skip)('is valid Python 3.9', async () => {
  const files = readdirSync(join(folder, 'vertice_client')).filter((file) => file.endsWith('.py'))
  const check = 'import ast, sys\nfor path in sys.argv[1:]: ast.parse(open(path).read(), path, feature_version=(3, 9))'
  await python(['-c', check, ...files.map((file) => `vertice_client/${file}`)])
})
