// Replies to clients that are not admitted.
import type { Socket } from 'node:net'
import { type BadReason, reply } from '@vertice/ntrip'
import type { RefusalReason } from '../../domain/sessions/admission.ts'
import type { PushRefusal } from '../../domain/stations/certificate.ts'
import { en } from '../../words/en.ts'
import { es } from '../../words/es.ts'
import { COMING } from './limits/reconnect-limits.ts'

/** Time for the client to close the connection after the reply. */
const GOODBYE_MS = 2_000
/** Longer replies are sent in pieces. A client that accepts no piece for 15 s, or not all within 60 s, is closed. */
const PIECE_BYTES = 16_384
const NOTHING_TAKEN_MS = 15_000
const LONGEST_ANSWER_MS = 60_000
const NOTHING = Buffer.alloc(0)
const RETRY_AFTER_SECONDS = 10

/** Reasons for rovers and for stations that push. */
export type Refused = RefusalReason | PushRefusal
type OfPush = keyof typeof en.access.pushes

/** Sends a reply and closes the connection. Until then the client counts as a stranger and can be evicted. */
export function say(socket: Socket, ...words: Buffer[]): void {
  if (socket.destroyed) return
  socket.resume()
  const last = words.pop()!
  for (const part of words) socket.write(part)
  if (last.length > PIECE_BYTES) sayAtLength(socket, last)
  else endWith(socket, last)
}

/** Leaves the connection open. Resolves to whether the client took the reply within a minute. */
export function sayAndStay(socket: Socket, words: Buffer): Promise<boolean> {
  const timer = leaveAfter(LONGEST_ANSWER_MS, socket)
  return new Promise((resolve) => {
    socket.once('close', () => resolve(false))
    socket.write(words, (error) => {
      clearTimeout(timer)
      resolve(!error && !socket.destroyed)
    })
  })
}

function endWith(socket: Socket, words: Buffer): void {
  socket.end(words)
  leaveAfter(GOODBYE_MS, socket)
}

/**
 * A sourcetable of hundreds of stations takes many seconds on a slow connection: pieces show that it makes progress.
 */
function sayAtLength(socket: Socket, words: Buffer): void {
  const timer = leaveAfter(NOTHING_TAKEN_MS, socket)
  const atMost = leaveAfter(LONGEST_ANSWER_MS, socket)
  const sayFrom = (at: number) => {
    if (at < words.length)
      return void socket.write(words.subarray(at, at + PIECE_BYTES), (error) => {
        if (error) return
        timer.refresh()
        sayFrom(at + PIECE_BYTES)
      })
    clearTimeout(timer)
    clearTimeout(atMost)
    endWith(socket, NOTHING)
  }
  sayFrom(0)
}

function leaveAfter(milliseconds: number, socket: Socket): NodeJS.Timeout {
  const timer = setTimeout(() => socket.destroy(), milliseconds).unref()
  // A pending timer keeps its socket in memory: a flood would accumulate thousands per second.
  socket.once('close', () => clearTimeout(timer))
  return timer
}

/** For a request that cannot be parsed. */
export function badReply(reason: BadReason, at: Date): Buffer {
  const words = { dialect: 'http', reason: inBothLanguages(({ access }) => access.requests[reason]), at } as const
  if (reason === 'unknown_method') return reply.notImplemented(words)
  return reason === 'head_too_long' ? reply.headTooLarge(words) : reply.badRequest(words)
}

export function refusalReply(reason: Refused, to: Pick<reply.Refusal, 'dialect' | 'at'>, mountpoint: string): Buffer {
  const words = { ...to, reason: onScreen(reason) }
  switch (reason) {
    case 'unknown_mountpoint':
      return reply.notFound(words)
    case 'base_down':
    case 'bus_away':
    case 'unavailable':
    case 'guessed_at':
      return reply.retryLater(503, words, RETRY_AFTER_SECONDS)
    case 'address_full':
      return reply.retryLater(429, words, RETRY_AFTER_SECONDS)
    case 'too_often':
      return reply.retryLater(429, words, COMING.refillMs / 1000)
    case 'too_many_sessions':
      return reply.conflict(words)
    default:
      return reply.unauthorized(words, mountpoint)
  }
}

export const onScreen = (reason: Refused): string =>
  inBothLanguages(({ access }) => (isOfPush(reason) ? access.pushes[reason] : access.reasons[reason].screen))

/** For a station that pushes. The standard has one text for rev1; for other reasons the client shows ours. */
export function pushReply(reason: Refused, to: Pick<reply.Refusal, 'dialect' | 'at'>, mountpoint: string): Buffer {
  if (to.dialect !== 'ntrip1') return refusalReply(reason, to, mountpoint)
  return isOfPush(reason) ? reply.sourceRefused(en.access.pushes[reason]) : reply.BAD_PASSWORD
}

const isOfPush = (reason: Refused): reason is OfPush => reason in en.access.pushes

/** In both languages: the caster does not know the language of the client. */
const inBothLanguages = (say: (words: typeof en) => string) => [en, es].map(say).join(' / ')
