// A name server that never answers for names that begin with "silent", knows that of the healthy tenant's receiver and no others, and a
// service that asks it: as resolvers read /etc/resolv.conf, the service gets one of its own, in a mount namespace. That takes root, and Linux.
import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ADDRESS = '127.0.0.77'
/** With its length before it, as labels are. */
const SILENT = /^.silent/
const RECEIVER = /^.receiver/
export const RECEIVER_HOST = 'receiver.example.mx'
const HEAD = 12
const A = 1

/** RFC 1035, 4.1. */
function answerTo(query: Buffer): Buffer | null {
  const nameEnd = query.indexOf(0, HEAD)
  const name = query.toString('latin1', HEAD, nameEnd)
  if (nameEnd < 0 || query.length < nameEnd + 5 || SILENT.test(name)) return null
  const head = Buffer.from(query.subarray(0, HEAD))
  const question = query.subarray(HEAD, nameEnd + 5)
  const isKnown = RECEIVER.test(name)
  const hasAddress = isKnown && query.readUInt16BE(nameEnd + 1) === A
  head.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2)
  head.writeUInt16BE(hasAddress ? 1 : 0, 6)
  head.writeUInt32BE(0, 8)
  // The name of the question, an address of this kind, good for five seconds.
  const found = hasAddress ? [Buffer.from([0xc0, HEAD, 0, A, 0, 1, 0, 0, 0, 5, 0, 4, 127, 0, 0, 1])] : []
  return Buffer.concat([head, question, ...found])
}

/** How to start a program that asks it; null: this machine does not let us. */
export async function silentDns(folder: string): Promise<{ prefix: string[]; close: () => void } | null> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const answer = answerTo(query)
    if (answer) socket.send(answer, port, address)
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
