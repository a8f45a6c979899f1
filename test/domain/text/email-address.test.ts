import { describe, expect, it } from 'vitest'
import { isEmailAddress } from '../../../src/domain/text/email-address.ts'

describe('an e-mail address', () => {
  it.each(['maria@example.mx', 'a.b+c_d@sub.example-1.com.mx', "o'neill@x.io", `${'a'.repeat(243)}@example.mx`])(
    '%s',
    (text) => {
      expect(isEmailAddress(text)).toBe(true)
    },
  )

  it.each([
    '',
    'maria',
    'maria@localhost',
    '@example.mx',
    'maria@',
    'maria@@example.mx',
    'maria@example..mx',
    '.maria@example.mx',
    'maria peña@example.mx',
    'maría@example.mx',
    'maria@example.mx\n',
    'maria@example.mx\r\nBcc: x@example.mx',
    'a@example.mx,b@example.mx',
    'María <maria@example.mx>',
    '<maria@example.mx>',
    'maria\u202e@example.mx',
    `${'a'.repeat(244)}@example.mx`,
  ])('rejects %j', (text) => {
    expect(isEmailAddress(text)).toBe(false)
  })
})
