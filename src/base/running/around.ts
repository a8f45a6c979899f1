// Tracing hook: an optional function that wraps each piece of work. Without it, tracing costs nothing.

export type Attributes = Readonly<Record<string, string | number | boolean>>

export interface Doing {
  readonly name: string
  /** 'client': work that another service does for us. */
  readonly kind?: 'internal' | 'client' | 'server'
  readonly attributes?: Attributes
  /** The event that caused the work; `null` starts a new trace; omitted continues the current one. */
  readonly cause?: string | null
}

export interface Underway {
  /** Propagates the trace to other services (W3C Trace Context). */
  readonly traceparent: string
  set(name: string, value: string | number | boolean): void
  /** `why` is a code, because error messages may contain secrets or personal data. */
  fail(why: string): void
}

export type Around = <Result>(doing: Doing, work: (underway: Underway) => Promise<Result>) => Promise<Result>

/** Wraps a function so that each call is traced, if tracing is on. */
export const followed = <Args extends unknown[], Result>(
  around: Around | undefined,
  name: string,
  work: (...args: Args) => Promise<Result>,
): ((...args: Args) => Promise<Result>) =>
  around ? (...args) => around({ name, cause: null }, () => work(...args)) : work
