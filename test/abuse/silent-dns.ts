// A name server that never answers for names that begin with "silent" and knows no others, and a service that asks it: as resolvers
// read /etc/resolv.conf, the service gets one of its own, in a mount namespace. That takes root, and Linux.
import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ADDRESS = '127.0.0.77'
const SILENT = Buffer.from('silent')

/** How to start a program that asks it; null: this machine does not let us. */
export async function silentDns(folder: string): Promise<{ prefix: string[]; close: () => void } | null> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    if (query.includes(SILENT) || query.length < 12) return
    const answer = Buffer.from(query)
    answer.writeUInt16BE(0x8183, 2) // an answer: there is no such name
    socket.send(answer, port, address)
  })
  const failed = once(socket, 'error')
  socket.bind(53, ADDRESS)
  const isBound = await Promise.race([once(socket, 'listening').then(() => true), failed.then(() => false)])
  const file = join(folder, 'resolv.conf')
  writeFileSync(file, `nameserver ${ADDRESS}\noptions timeout:5 attempts:2\n`, { mode: 0o644 })
  const prefix = ['unshare', '-m', 'sh', '-c', `mount --bind ${file} /etc/resolv.conf && exec "$@"`, 'sh']
  const close = () => void socket.close()
  if (isBound && spawnSync(prefix[0]!, [...prefix.slice(1), 'true']).status === 0) return { prefix, close }
  if (isBound) close()
  return null
}
