// Behind a load balancer every connection has the balancer's address. A trusted balancer starts each connection with a PROXY header that
// names the client's address, which counts from then on. From any other address such bytes are a malformed request.
import type { Socket } from 'node:net'
import { type ProxyHeader, readProxyHeader } from '@vertice/ntrip'
import { tellAddress } from './peer.ts'

const NOTHING = Buffer.alloc(0)

export type BadIntroduction = 'wrong' | 'late' | 'unfinished'

export interface IntroductionOptions {
  /** Whether connections from this address are a proxy's. */
  readonly isProxy: (address: string) => boolean
  /** So long the header may take. */
  readonly patienceMs: number
  /** It was closed; whoever only looked whether we listen is not told of. */
  readonly bad: (why: BadIntroduction) => void
}

/** Hands the socket on when it is known whose it is: at once, or, where it comes from a proxy, after its header, paused. */
export function introduce(socket: Socket, options: IntroductionOptions, next: (socket: Socket) => void): void {
  if (!options.isProxy(socket.remoteAddress ?? '')) return void next(socket)
  let bytes: Buffer = NOTHING
  let isSettled = false
  const settle = () => {
    isSettled = true
    clearTimeout(timer)
    socket.off('data', onData).off('end', onEnd).off('close', settle).off('error', ignore)
  }
  const giveUp = (why: BadIntroduction) => {
    settle()
    if (why !== 'unfinished' || bytes.length > 0) options.bad(why)
    socket.on('error', ignore).destroy()
  }
  const goOn = ({ address, length }: ProxyHeader) => {
    settle()
    if (address !== null) tellAddress(socket, address)
    socket.pause()
    if (length < bytes.length) socket.unshift(bytes.subarray(length))
    next(socket)
  }
  const onData = (data: Buffer) => {
    bytes = bytes.length === 0 ? data : Buffer.concat([bytes, data])
    const header = readProxyHeader(bytes)
    if (header === 'bad') giveUp('wrong')
    else if (header !== 'incomplete') goOn(header)
  }
  const onEnd = () => giveUp('unfinished')
  // What came in time may not have been read yet when thousands come at once: that is done before setImmediate.
  const onLate = () => setImmediate(() => isSettled || giveUp('late'))
  const timer = setTimeout(onLate, options.patienceMs)
  socket.on('data', onData).on('end', onEnd).on('close', settle).on('error', ignore)
}

function ignore(): void {
  // 'close' follows
}
