// A name server on loopback, over UDP: knows the names that it is told, is silent about some, and says of the others that there are none.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from './concurrent.ts'

const A = 1
const NAME_ERROR = 3

/** Addresses (IPv4), or nothing at all; `only`: nothing at all to whoever asks for another family. */
export type Told = readonly string[] | { readonly only: readonly string[] } | 'silence'

export interface NameServer {
  /** For a resolver. */
  readonly address: string
  /** Names that were asked for, each time (A only). */
  readonly asked: string[]
}

/** For the rest of the test. `tell`: what a name is; null: there is none. */
export async function nameServer(tell: (name: string) => Told | null, ttlSeconds = 60): Promise<NameServer> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (question, { address, port }) => {
    const { name, type, end } = readQuestion(question)
    if (type === A) asked.push(name)
    const told = tell(name)
    if (told === 'silence') return
    if (told && 'only' in told && type !== A) return
    const addresses = told && 'only' in told ? told.only : told
    socket.send(answerTo(question.subarray(0, end), type === A ? addresses : addresses && []), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { asked, address: `127.0.0.1:${socket.address().port}` }

  /** RFC 1035, 4.1: the question again, and an answer for each address. */
  function answerTo(question: Buffer, addresses: readonly string[] | null): Buffer {
    const head = Buffer.from(question)
    head.writeUInt16BE(0x8180 | (addresses ? 0 : NAME_ERROR), 2)
    head.writeUInt16BE(addresses?.length ?? 0, 6)
    head.writeUInt16BE(0, 8)
    head.writeUInt16BE(0, 10)
    const records = (addresses ?? []).map((address) => {
      const record = Buffer.alloc(16)
      record.writeUInt16BE(0xc00c, 0) // the name of the question
      record.writeUInt16BE(A, 2)
      record.writeUInt16BE(1, 4)
      record.writeUInt32BE(ttlSeconds, 6)
      record.writeUInt16BE(4, 10)
      Buffer.from(address.split('.').map(Number)).copy(record, 12)
      return record
    })
    return Buffer.concat([head, ...records])
  }
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}
