// Work that somebody may want to follow: who does it is handed a function that goes around each piece of it, or none, and then nothing is done for that.

export type Attributes = Readonly<Record<string, string | number | boolean>>

export interface Doing {
  readonly name: string
  /** 'client': somebody else does it for us. */
  readonly kind?: 'internal' | 'client' | 'server'
  readonly attributes?: Attributes
  /** The event that it is done for; null: it is done for nothing that came before. Left out: for what is under way. */
  readonly cause?: string | null
}

/** What is under way. */
export interface Underway {
  /** For whoever goes on with it elsewhere (W3C Trace Context). */
  readonly traceparent: string
  set(name: string, value: string | number | boolean): void
  /** `why`: a code; texts of errors may hold anything. */
  fail(why: string): void
}

export type Around = <Result>(doing: Doing, work: (underway: Underway) => Promise<Result>) => Promise<Result>

/** The same function, followed if somebody does; each call for itself. */
export const followed = <Args extends unknown[], Result>(
  around: Around | undefined,
  name: string,
  work: (...args: Args) => Promise<Result>,
): ((...args: Args) => Promise<Result>) =>
  around ? (...args) => around({ name, cause: null }, () => work(...args)) : work
