// Run as a process by fast-write.long.test.ts: writes as fast as possible while a child reads. Now and then the kernel
// refuses bytes and accepts them a microsecond later, when libuv retries: the moment at which a mistake aborts Node.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { fileURLToPath } from 'node:url'
import { fastHandle, learnFastWrite, writeTo } from '../../../src/caster/rovers/fast-write.ts'

const FOR_MS = 3_000
const ENOUGH_QUEUED = 60_000
const [, , port] = process.argv

if (port) await drain(Number(port))
else await write()

async function drain(port: number): Promise<void> {
  let received = 0
  const line = net.connect(port, '127.0.0.1').on('data', (data) => {
    received += data.length
  })
  await once(line, 'end')
  process.send!(received)
  process.disconnect()
}

async function write(): Promise<void> {
  if (!(await learnFastWrite())) throw new Error('not learned')
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const child = fork(fileURLToPath(import.meta.url), [String((server.address() as net.AddressInfo).port)])
  const [line] = (await once(server, 'connection')) as [net.Socket]
  const handle = fastHandle(line)!
  const data = Buffer.alloc(20_000)
  let written = 0
  for (const until = performance.now() + FOR_MS; performance.now() < until; ) {
    let queued = 0
    for (let count = 0; count < 400 && queued <= ENOUGH_QUEUED; count++) {
      queued = writeTo(handle, data)
      written += data.length
    }
    await new Promise(setImmediate)
  }
  line.end()
  const [received] = await once(child, 'message')
  console.log(received === written ? 'whole' : `${received} of ${written} bytes`)
  server.close()
}
