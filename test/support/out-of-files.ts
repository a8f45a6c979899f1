// A process that runs out of file descriptors while a client is connected, then gets them back. Prints the responses
// that the client received as JSON. test/scenarios/loop/out-of-files.long.test.ts starts it with a low `ulimit -n`.
import { closeSync, openSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { newKey, parseKeys } from '../../src/base/secrets.ts'
import { buildApi } from '../../src/http/api/server.ts'
import { Bundle } from '../../src/http/pages/bundle.ts'
import { publicRoutes } from '../../src/http/public/public.ts'
import { openLog } from '../../src/start/log.ts'
import { sharedWriter } from '../../src/store/credentials/writer.ts'
import { CurrentReader } from '../../src/store/current/current.ts'
import { openDatabase } from '../../src/store/kit/database.ts'

const folder = await mkdtemp(join(tmpdir(), 'vertice-pages-'))
await mkdir(join(folder, 'assets'))
for (const name of ['index.html', 'public.html', 'assets/a-AbCd1234.js']) await writeFile(join(folder, name), 'x')
await writeFile(join(folder, 'assets/a-AbCd1234.js.gz'), gzipSync('x'))

const db = openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'nowhere' }, 2)
const reader = new CurrentReader(db, { casterHost: 'caster.example.mx', casterPort: 2101 })
const services = {
  db,
  keys: parseKeys(newKey()),
  current: () => reader.current(),
  credentialWriter: sharedWriter(db),
  baseUrl: 'https://rtk.example.mx',
  rateLimitPerMinute: 1_000,
  shareRateCounts: async () => [],
  trustProxy: [],
  clock: () => new Date(),
  refuseTarget: async () => null,
  notReady: async () => null,
  observe: () => {},
  log: openLog('error') as never,
}
const pages = {
  simulated: false,
  bundle: await Bundle.load(folder),
  statusPage: true,
  coveragePage: false,
  mapTiles: null,
}
const app = await buildApi({ ...services, otherRoutes: [publicRoutes({ ...services, ...pages })] })
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const PATHS = ['/livez', '/docs', '/assets/a-AbCd1234.js', '/api/v1/stations', '/']

const ask = (path: string) =>
  new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'gzip', authorization: 'Bearer nonsense' }
    get({ port, agent, path, headers }, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () =>
        resolve({ path, status: response.statusCode, headers: response.headers, body: body.slice(0, 1_000) }),
      )
    }).on('error', reject)
  })

async function askAll() {
  const answers = []
  for (const path of PATHS) answers.push(await ask(path))
  return answers
}

await ask('/livez')
const taken: number[] = []
try {
  for (;;) taken.push(openSync('/dev/null', 'r'))
} catch {
  // all descriptors are in use
}
const without = await askAll()
for (const descriptor of taken) closeSync(descriptor)
const again = await askAll()
process.stdout.write(JSON.stringify({ taken: taken.length, without, again }))
agent.destroy()
await app.close()
await db.close()
await rm(folder, { recursive: true })
