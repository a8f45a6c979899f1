// What one look found: how it is, and what to do where it is not well.

export interface Finding {
  readonly check: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly what: string
  /** null: nothing. */
  readonly todo: string | null
}

/** Speaks for one check. */
export const about = (check: string) => ({
  ok: (what: string): Finding => ({ check, state: 'ok', what, todo: null }),
  warn: (what: string, todo: string): Finding => ({ check, state: 'warn', what, todo }),
  fail: (what: string, todo: string): Finding => ({ check, state: 'fail', what, todo }),
})
