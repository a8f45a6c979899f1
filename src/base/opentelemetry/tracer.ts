// Spans: name, cause, duration and failure of a piece of work. The current span follows the async context.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Around, Doing, Underway } from '../running/around.ts'
import { newSpanId, newTraceId, type SpanContext, traceparentOf } from './context.ts'

/** Max remembered events whose deliveries may still be sent; deliveries of older events start their own trace. */
const MOST_CAUSES = 10_000

export interface Sampler {
  readonly parentBased: boolean
  readonly ratio: number
}

export class Span implements Underway {
  readonly context: SpanContext
  readonly parentId: string | null
  readonly name: string
  readonly kind: NonNullable<Doing['kind']>
  /** Milliseconds since 1970, with fractions. All local spans of a trace use the clock reading of the first one. */
  readonly startMs: number
  endMs: number | null = null
  failure: string | null = null
  readonly attributes: Record<string, string | number | boolean>
  readonly #clockMs: number

  constructor(context: SpanContext, { name, kind = 'internal', attributes }: Doing, parent: Span | SpanContext | null) {
    this.context = context
    this.name = name
    this.kind = kind
    this.attributes = { ...attributes }
    this.parentId = parent === null ? null : parent instanceof Span ? parent.context.spanId : parent.spanId
    this.#clockMs = parent instanceof Span ? parent.#clockMs : Date.now() - performance.now()
    this.startMs = this.now()
  }

  get isRecording(): boolean {
    return this.context.sampled && this.endMs === null
  }

  get traceparent(): string {
    return traceparentOf(this.context)
  }

  now(): number {
    return this.#clockMs + performance.now()
  }

  set(name: string, value: string | number | boolean): void {
    this.attributes[name] = value
  }

  fail(why: string): void {
    this.failure = why
    this.attributes['error.type'] = why
  }
}

export class Tracer {
  readonly #underway = new AsyncLocalStorage<Span>()
  readonly #sampler: Sampler
  readonly #ended: (span: Span) => void
  readonly #causes = new Map<string, SpanContext>()

  constructor(sampler: Sampler, ended: (span: Span) => void) {
    this.#sampler = sampler
    this.#ended = ended
  }

  get isRecording(): boolean {
    return this.#underway.getStore()?.isRecording ?? false
  }

  start(doing: Doing, parent: Span | SpanContext | null): Span {
    const above = parent instanceof Span ? parent.context : parent
    const traceId = above?.traceId ?? newTraceId()
    const sampled = parent instanceof Span ? parent.context.sampled : this.#isSampled(traceId, above)
    return new Span({ traceId, spanId: newSpanId(), sampled }, doing, parent)
  }

  end(span: Span): void {
    if (!span.isRecording) return
    span.endMs = span.now()
    this.#ended(span)
  }

  within<Result>(span: Span, work: () => Result): Result {
    return this.#underway.run(span, work)
  }

  readonly around: Around = async (doing, work) => {
    const span = this.start(doing, this.#parentOf(doing))
    try {
      return await this.within(span, () => work(span))
    } catch (error) {
      span.fail(codeOf(error))
      throw error
    } finally {
      this.end(span)
    }
  }

  /** Deliveries of this event become part of the current trace. */
  noteCause(eventId: string): void {
    const span = this.#underway.getStore()
    if (!span) return
    if (this.#causes.size >= MOST_CAUSES) this.#causes.delete(this.#causes.keys().next().value!)
    this.#causes.set(eventId, span.context)
  }

  #parentOf({ cause }: Doing): Span | SpanContext | null {
    if (cause === undefined) return this.#underway.getStore() ?? null
    return cause === null ? null : (this.#causes.get(cause) ?? null)
  }

  #isSampled(traceId: string, above: SpanContext | null): boolean {
    if (above && this.#sampler.parentBased) return above.sampled
    return isWithin(traceId, this.#sampler.ratio)
  }
}

/** Depends only on the trace id, so every service of a trace decides the same. */
export const isWithin = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(-13), 16) < ratio * 2 ** 52

/** Never returns the message, which may contain secrets or personal data. */
export function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' && code !== '' ? code : typeof name === 'string' ? name : 'unknown'
}
