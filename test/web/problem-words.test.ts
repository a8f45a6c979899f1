// Whatever the service refuses is told in both languages, by its code.
import { describe, expect, it } from 'vitest'
import { PROBLEMS } from '../../src/api/problem.ts'
import { CONSOLE_PROBLEMS } from '../../src/console/problem.ts'
import { en } from '../../web/src/words/en/problems.ts'
import { es } from '../../web/src/words/es/problems.ts'

/** Of tokens and idempotency keys, which the console has none of, and of bodies that our own pages do not make. */
const NOT_HERE = /token$|^insufficient_scope$|^idempotency_|^invalid_json$|^unsupported_media_type$/

describe('the words for refusals', () => {
  const codes = [...Object.keys(CONSOLE_PROBLEMS), ...Object.keys(PROBLEMS).filter((code) => !NOT_HERE.test(code))]

  it.each([...new Set(codes)])('%s', (code) => {
    expect(es.byCode[code]).toBeTruthy()
    expect(en.byCode[code]).toBeTruthy()
  })
})
