// What an integrator does first, with each client as it is installed: the first example of its README, and examples/integration
// over a line that loses answers.
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHECKOUT } from '../support/checkout.ts'
import { lacks, SYSTEM_NODE } from '../support/needs.ts'
import { startWorkers } from '../support/receiver.ts'
import type { Client } from '../support/service.ts'
import {
  firstExample,
  INTEGRATED,
  installedClient,
  integration,
  type Listening,
  PATIENCE_MS,
  run,
  startBadLine,
  startListening,
} from './kit.ts'

let listening: Listening
let installed: Awaited<ReturnType<typeof installedClient>>
let token: string
let client: Client
beforeAll(async () => {
  listening = await startListening()
  token = (await listening.service.token()).secret
  client = listening.service.as(token)
  installed = await installedClient()
})
afterAll(async () => {
  await installed.remove()
  await listening.service.stop()
})

const CLIENTS = [
  { name: 'typescript', program: SYSTEM_NODE, first: 'first.mjs', whole: 'integration.mjs' },
  { name: 'python', program: 'python3', first: 'first.py', whole: 'integration.py' },
] as const

for (const { name, program, first, whole } of CLIENTS) {
  describe.skipIf(lacks(`the client for ${name}`, program))(name, () => {
    const runs = async (file: string, url: string) =>
      run(program, [join(installed.folder, file)], {
        env: {
          PATH: process.env.PATH,
          PYTHONPATH: join(CHECKOUT, 'clients/python'),
          PYTHONDONTWRITEBYTECODE: '1',
          VERTICE_URL: url,
          VERTICE_TOKEN: token,
        },
        timeout: PATIENCE_MS,
      })

    it('the first example of its README works as pasted', async () => {
      writeFileSync(join(installed.folder, first), firstExample(name))
      const { stdout } = await runs(first, listening.url)
      const { id, usuario } = (await client.get('/credentials?limit=1')).body.credentials[0]
      const { password } = (await client.get(`/credentials/${id}`)).body.credential
      expect(stdout).toBe(`caster.example.mx:2101/RED\n${usuario} ${password}\n`)
    })

    it('the integration does all that it says over a bad line, and nothing twice', async () => {
      startWorkers(listening.service)
      const line = await startBadLine(listening.url)
      copyFileSync(integration(whole), join(installed.folder, whole))
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
