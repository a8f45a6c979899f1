import { createServer } from 'node:net'
import pg from 'pg'
import { expect, it } from 'vitest'
import { Lifeline } from '../../../../src/store/kit/connections/lifeline.ts'

it('waits between attempts while the server refuses connections, or accepts and closes them', async () => {
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  for (const isOpen of [true, false]) {
    if (!isOpen) await new Promise((resolve) => server.close(resolve))
    let opened = 0
    const lifeline = new Lifeline({
      open() {
        opened++
        const client = new pg.Client({ host: '127.0.0.1', port })
        client.on('error', () => {})
        return client
      },
      ...{ connected() {}, lost() {}, beat() {}, silent() {} },
    })
    const release = lifeline.hold()
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(opened).toBeGreaterThanOrEqual(1)
    expect(opened).toBeLessThanOrEqual(3)
    await release()
  }
})
