// A name server that never answers names that begin with "silent" and knows only the healthy tenant's receiver, and a
// service that uses it. Resolvers read /etc/resolv.conf, so the service gets its own in a mount namespace, which needs
// root and Linux.
import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ADDRESS = '127.0.0.77'
/** DNS labels start with their length. */
const SILENT = /^.silent/
const RECEIVER = /^.receiver/
export const RECEIVER_HOST = 'receiver.example.mx'
const HEAD = 12
const A = 1

/** See RFC 1035, 4.1. */
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
  // A pointer to the name of the question, type A, TTL five seconds.
  const found = hasAddress ? [Buffer.from([0xc0, HEAD, 0, A, 0, 1, 0, 0, 0, 5, 0, 4, 127, 0, 0, 1])] : []
  return Buffer.concat([head, question, ...found])
}

/** The command prefix for a program that uses this name server; `null` if this machine does not allow it. */
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
