import type { Finding } from '../../../domain/operations/finding.ts'

export type { Finding }

/** In English and Spanish, or a text that is the same in both. */
export type Said = string | readonly [en: string, es: string]

const both = (said: Said) => (typeof said === 'string' ? ([said, said] as const) : said)

function finding(check: string, state: Finding['state'], said: Said, advice: Said | null): Finding {
  const [what, whatEs] = both(said)
  const [todo, todoEs] = advice === null ? [null, null] : both(advice)
  return { check, state, what, todo, es: { what: whatEs, todo: todoEs } }
}

export const about = (check: string) => ({
  ok: (what: Said): Finding => finding(check, 'ok', what, null),
  warn: (what: Said, todo: Said): Finding => finding(check, 'warn', what, todo),
  fail: (what: Said, todo: Said): Finding => finding(check, 'fail', what, todo),
})
