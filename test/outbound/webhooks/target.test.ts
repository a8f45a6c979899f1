import { describe, expect, it } from 'vitest'
import { fault } from '../../../src/domain/codes/fault.ts'
import { targetRefuser } from '../../../src/outbound/webhooks/target.ts'

const refuse = targetRefuser([])

describe('an internal address is rejected in every spelling', () => {
  it.each([
    'https://127.0.0.1/hook',
    'https://127.1/',
    'https://127.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://0177.0x0.1/',
    'https://017700000001/',
    'https://127.0.0.1./',
    'https://127.0.0.1:8443/',
    'https://%31%32%37.0.0.1/',
    'https://①②⑦.⓪.⓪.①/',
    'https://127。0。0。1/',
    'https:\\\\127.0.0.1\\',
    'https:127.0.0.1',
    'https://0/',
    'https://0.0.0.0/',
    'https://10.0.0.1/',
    'https://192.168.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/',
    'https://[::1]/',
    'https://[::]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://ｌｏｃａｌｈｏｓｔ/',
  ])('%s', async (url) => {
    expect(await refuse(url)).toEqual(fault('not_public'))
  })
})

it.each([
  'http://8.8.8.8/',
  'ftp://8.8.8.8/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/plain,x',
  '//8.8.8.8/',
  '8.8.8.8',
  '',
  'https://',
  'https://[::1',
  'https://256.256.256.256/',
  'https://exa mple.com/',
])('rejects %j: not an https address', async (url) => {
  expect(await refuse(url)).toEqual(fault('https_needed'))
})

it.each([
  'https://user@8.8.8.8/',
  'https://user:word@8.8.8.8/',
  'https://:word@8.8.8.8/',
  'https://8.8.8.8@127.0.0.1/',
])('rejects %s: user or password', async (url) => {
  expect(await refuse(url)).toEqual(fault('login_in_address'))
})

it.each(['https://8.8.8.8/', 'https://134744072/', 'https://[2606:4700:4700::1111]:8443/a?b#c'])(
  'accepts %s',
  async (url) => {
    expect(await refuse(url)).toBeNull()
  },
)

it('accepts a name that does not resolve now over https only', async () => {
  expect(await refuse('https://nothing.invalid/')).toBeNull()
  expect(await refuse('http://nothing.invalid/')).toEqual(fault('https_needed'))
})

describe('with 127.0.0.0/8 allowed', () => {
  const lenient = targetRefuser(['127.0.0.0/8', '::1'])

  it.each(['http://127.0.0.1:9000/', 'https://127.0.0.1/', 'http://localhost/', 'http://2130706433/'])(
    'accepts %s',
    async (url) => {
      expect(await lenient(url)).toBeNull()
    },
  )

  it.each(['http://10.0.0.1/', 'https://10.0.0.1/', 'http://8.8.8.8/'])('rejects %s', async (url) => {
    expect(await lenient(url)).not.toBeNull()
  })
})
