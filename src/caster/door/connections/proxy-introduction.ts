// Behind a load balancer every connection comes from the balancer. A trusted balancer starts each connection with a
// PROXY header that has the client address (packages/ntrip/src/proxy-header.ts). From any other address, such bytes are
// a bad request.
import type { Socket } from 'node:net'
import { type ProxyHeader, readProxyHeader } from '@vertice/ntrip'
import { setClientAddress } from './peer.ts'

const NOTHING = Buffer.alloc(0)

export type BadIntroduction = 'wrong' | 'late' | 'unfinished'

export interface IntroductionOptions {
  /** Whether connections from this address come from a proxy. */
  readonly isProxy: (address: string) => boolean
  /** Max time until the header is complete. */
  readonly timeoutMs: number
  /** Called after the connection was closed. A health check that sends nothing is not reported. */
  readonly bad: (why: BadIntroduction) => void
}

/** Calls `next` when the client address is known: immediately, or after the PROXY header, with the socket paused. */
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
    if (address !== null) setClientAddress(socket, address)
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
  // When thousands connect at once, a header that arrived in time may still be unread. It has been read when an
  // immediate runs.
  const onLate = () => setImmediate(() => isSettled || giveUp('late'))
  const timer = setTimeout(onLate, options.timeoutMs)
  socket.on('data', onData).on('end', onEnd).on('close', settle).on('error', ignore)
}

function ignore(): void {
  // 'close' follows
}
