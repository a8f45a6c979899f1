import type { AttemptFailure } from '../../domain/webhooks/attempt.ts'

export interface Attempt {
  readonly durationMs: number
  /** `null` if there was no response; `error` has the reason. */
  readonly status: number | null
  readonly error: AttemptFailure | null
  /** The first kilobyte of the response, unless the sender keeps more. */
  readonly response: string
  readonly retryAfter: string | null
}

export interface Sender {
  send(url: string, body: string, headers: Record<string, string>): Promise<Attempt>
  close(): Promise<void>
}

/** Headers of every attempt, besides the signatures. */
export const COMMON_HEADERS = { 'content-type': 'application/json', 'user-agent': 'Vertice-Webhooks/1' } as const
