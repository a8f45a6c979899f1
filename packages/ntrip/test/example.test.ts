// Runs the example of the README against a caster made of this package.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { chunk, LAST_CHUNK, readGga, readRequest, reply } from '@vertice/ntrip'
import { expect, it, onTestFinished } from 'vitest'

const EXAMPLE = new URL('../example.ts', import.meta.url)
const CREDENTIALS = { username: 'user', password: 'password' }
const DATA = Buffer.from('corrections')

it('the README shows the example', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(`\`\`\`ts\n${readFileSync(EXAMPLE, 'utf8')}\`\`\``)
})

it('the example receives a stream', async () => {
  const caster = createServer((socket) => {
    socket.once('data', (bytes) => {
      const request = readRequest(bytes)
      if (request === 'incomplete' || request.kind !== 'stream') throw new Error('no request for a stream')
      expect(request).toMatchObject({ mountpoint: 'CDMX', credentials: CREDENTIALS, dialect: 'ntrip2' })
      expect(readGga(request.gga!)!.position!.lat).toBeCloseTo(19.4326, 4)
      const head = reply.streamHead(request.dialect, new Date(), { chunked: true })
      socket.end(Buffer.concat([head, chunk(DATA), chunk(DATA), LAST_CHUNK]))
    })
  })
  caster.listen(0, '127.0.0.1')
  onTestFinished(() => void caster.close())
  await once(caster, 'listening')
  const { port } = caster.address() as AddressInfo
  const { username, password } = CREDENTIALS
  const args = [fileURLToPath(EXAMPLE), '127.0.0.1', String(port), 'CDMX', username, password]
  const rover = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  expect(await buffer(rover.stdout)).toEqual(Buffer.concat([DATA, DATA]))
})
