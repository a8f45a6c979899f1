// What is said at the door to those that are not let in.
import type { Socket } from 'node:net'
import type { RefusalReason } from '../../domain/sessions/admission.ts'
import type { BadReason } from '../../ntrip/request.ts'
import * as reply from '../../ntrip/response.ts'
import { en } from '../../words/en.ts'
import { es } from '../../words/es.ts'
import { FROM_ONE_ADDRESS } from './storm.ts'

const GOODBYE_MS = 2_000
const RETRY_AFTER_SECONDS = 10

/** The last word: whoever does not read it is left anyway. */
export function say(socket: Socket, ...words: Buffer[]): void {
  for (const part of words) socket.write(part)
  socket.end()
  socket.resume()
  const goodbye = setTimeout(() => socket.destroy(), GOODBYE_MS).unref()
  // A timer keeps its socket in memory, of which a flood leaves thousands a second.
  socket.once('close', () => clearTimeout(goodbye))
}

/** To whom cannot be understood. */
export function badReply(reason: BadReason, at: Date): Buffer {
  const words = { dialect: 'http', reason: inBothLanguages(({ access }) => access.requests[reason]), at } as const
  if (reason === 'unknown_method') return reply.notImplemented(words)
  return reason === 'head_too_long' ? reply.headTooLarge(words) : reply.badRequest(words)
}

export function refusalReply(
  reason: RefusalReason,
  to: Pick<reply.Refusal, 'dialect' | 'at'>,
  mountpoint: string,
): Buffer {
  const words = { ...to, reason: onScreen(reason) }
  switch (reason) {
    case 'unknown_mountpoint':
      return reply.notFound(words)
    case 'base_down':
    case 'unavailable':
    case 'guessed_at':
      return reply.retryLater(503, words, RETRY_AFTER_SECONDS)
    case 'too_often':
      return reply.retryLater(429, words, FROM_ONE_ADDRESS.refillMs / 1000)
    case 'too_many_sessions':
      return reply.conflict(words)
    default:
      return reply.unauthorized(words, mountpoint)
  }
}

export const onScreen = (reason: RefusalReason): string =>
  inBothLanguages(({ access }) => access.reasons[reason].screen)

/** In both languages: the caster does not know whose screen it is. */
const inBothLanguages = (say: (words: typeof en) => string) => [en, es].map(say).join(' / ')
