// A DNS server on loopback, over UDP. It resolves the names that the test defines, ignores some, and returns NXDOMAIN
// for all others.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from './concurrent.ts'

const A = 1
const NAME_ERROR = 3

/** IPv4 addresses, or no response at all. `only` answers A queries and ignores the other types. */
export type Told = readonly string[] | { readonly only: readonly string[] } | 'silence'

export interface NameServer {
  /** `host:port`, for a resolver. */
  readonly address: string
  /** The name of every A query, including repeats. */
  readonly asked: string[]
}

/** Runs until the test ends. `tell` returns the answer for a name; `null` means that the name does not exist. */
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

  /** RFC 1035, 4.1: repeats the question and adds one answer per address. */
  function answerTo(question: Buffer, addresses: readonly string[] | null): Buffer {
    const head = Buffer.from(question)
    head.writeUInt16BE(0x8180 | (addresses ? 0 : NAME_ERROR), 2)
    head.writeUInt16BE(addresses?.length ?? 0, 6)
    head.writeUInt16BE(0, 8)
    head.writeUInt16BE(0, 10)
    const records = (addresses ?? []).map((address) => {
      const record = Buffer.alloc(16)
      record.writeUInt16BE(0xc00c, 0) // pointer to the name in the question
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
