// The first steps of an integrator with each client: install it from the service, run the first example of its README,
// and run examples/integration over a connection that loses responses.
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VERSION } from '../../clients/typescript/src/version.ts'
import { lacks, SYSTEM_NODE } from '../support/needs.ts'
import { startWorkers } from '../support/receiver.ts'
import type { Client } from '../support/service.ts'
import {
  firstExample,
  INSTALL,
  INTEGRATED,
  integration,
  type Listening,
  newProject,
  PYTHON,
  run,
  startBadLine,
  startListening,
  TIMEOUT_MS,
} from './kit.ts'

let listening: Listening
const project = newProject()
let token: string
let client: Client
beforeAll(async () => {
  listening = await startListening()
  token = (await listening.service.token()).secret
  client = listening.service.as(token)
})
afterAll(async () => {
  await project.remove()
  await listening.service.stop()
})

const CLIENTS = [
  { name: 'typescript', program: SYSTEM_NODE, installer: 'npm', first: 'first.mjs', whole: 'integration.mjs' },
  { name: 'python', program: 'python3', installer: 'pip', first: 'first.py', whole: 'integration.py' },
] as const

/** Files that a client must have once it is installed. */
const INSTALLED = {
  typescript: ['LICENSE', 'README.md', 'src/index.d.ts', 'src/index.js'].map(
    (file) => `node_modules/@vertice/client/${file}`,
  ),
  python: [`vertice_client-${VERSION}.dist-info/LICENSE`, 'vertice_client/py.typed'].map((file) => `${PYTHON}/${file}`),
}

for (const { name, program, installer, first, whole } of CLIENTS) {
  describe.skipIf(lacks(`the client for ${name}`, program, installer))(name, () => {
    const runs = async (file: string, url: string) =>
      run(program, [join(project.folder, file)], {
        env: {
          PATH: process.env.PATH,
          PYTHONPATH: join(project.folder, PYTHON),
          PYTHONDONTWRITEBYTECODE: '1',
          VERTICE_URL: url,
          VERTICE_TOKEN: token,
        },
        timeout: TIMEOUT_MS,
      })

    it('is installed from the service, with its types and licence, without a registry', async () => {
      await INSTALL[name](project.folder, listening.url)
      const files = readdirSync(project.folder, { recursive: true }) as string[]
      expect(files.filter((file) => INSTALLED[name].includes(file)).sort()).toEqual(INSTALLED[name])
    })

    it('runs the first example of its README as pasted', async () => {
      writeFileSync(join(project.folder, first), firstExample(name))
      const { stdout } = await runs(first, listening.url)
      const { id, usuario } = (await client.get('/credentials?limit=1')).body.credentials[0]
      const { password } = (await client.get(`/credentials/${id}`)).body.credential
      expect(stdout).toBe(`caster.example.mx:2101/RED\n${usuario} ${password}\n`)
    })

    it('runs the integration completely over an unreliable connection, and does nothing twice', async () => {
      startWorkers(listening.service)
      const line = await startBadLine(listening.url)
      copyFileSync(integration(whole), join(project.folder, whole))
      const before = (await listening.service.events()).length
      try {
        expect((await runs(whole, line.url)).stdout).toBe(INTEGRATED)
      } finally {
        line.stop()
      }
      expect(line.troubles.lost).toBeGreaterThan(5)
      expect(line.troubles.refused).toBeGreaterThan(5)
      const happened = (await listening.service.events()).slice(before)
      expect(
        Object.entries(Object.groupBy(happened, ({ type }) => type)).map(([type, of]) => [type, of!.length]),
      ).toEqual([
        ['credential.issued', 50],
        ['credential.renewed', 50],
        ['credential.revoked', 50],
      ])
    })
  })
}
