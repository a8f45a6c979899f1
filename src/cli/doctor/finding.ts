// Result of one check, and what to do about it.

export interface Finding {
  readonly check: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly what: string
  readonly todo: string | null
}

export const about = (check: string) => ({
  ok: (what: string): Finding => ({ check, state: 'ok', what, todo: null }),
  warn: (what: string, todo: string): Finding => ({ check, state: 'warn', what, todo }),
  fail: (what: string, todo: string): Finding => ({ check, state: 'fail', what, todo }),
})
