import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { BASE62, randomCode } from '../../src/base/secrets.ts'
import { makeToken } from '../../src/domain/people/tokens/token.ts'
import { hideSecrets, openLog } from '../../src/start/log.ts'
import { DatabaseSilent } from '../../src/store/kit/connections/unavailable.ts'
import { cpuMsOf } from '../support/cpu-time.ts'
import { measuresTime } from '../support/loop-watch.ts'

const TOKEN = makeToken((length) => randomCode(length, BASE62))
const WEBHOOK_SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
const BASIC = Buffer.from('rover7:abcdefgh23456789').toString('base64')

function logged(work: (log: ReturnType<typeof openLog>) => void, level = 'info'): string[] {
  const lines: string[] = []
  work(openLog(level, { write: (line) => lines.push(line) }))
  return lines
}

describe('the log never contains a secret:', () => {
  const secrets = {
    'an access token': TOKEN,
    'a webhook secret': WEBHOOK_SECRET,
    'a Basic header': `Basic ${BASIC}`,
    'a basic header in lower case': `basic  ${BASIC}`,
    'a Bearer header': 'Bearer eyJhbGciOi.eyJzdWIi.c2ln-_~',
    'a password in a URL': 'postgres://vertice:hunter2word@db.example.mx:5432/vertice',
    'a password without a user': 'redis://:hunter2word@db.example.mx',
    'a password with % in a URL': 'smtps://mail%40x.mx:hunter2%2Fword@smtp.example.mx',
    'a password with @ in a URL': 'postgres://vertice:left@hunter2word@db.example.mx/vertice',
    'a key of Stripe': `sk_live_${'hunter2'.repeat(4)}`,
    'a test key of Stripe': `sk_test_${'hunter2'.repeat(4)}`,
    'a restricted key of Stripe': `rk_live_${'hunter2'.repeat(4)}`,
    "a customer's link": `https://rtk.example.mx/c/1a-hunter2${'x'.repeat(17)}.pdf`,
    "an order's link": `/orders/hunter2${'x'.repeat(17)}`,
    "a subscriber's link": `https://rtk.example.mx/status/subscription/hunter2${'x'.repeat(17)}`,
    'what the page of a subscriber asks': `/public/subscribers/hunter2${'x'.repeat(17)}/confirm`,
    'a way into the console': `https://rtk.example.mx/console/welcome#hunter2-token`,
    'a password in the second of two URLs': 'from=https://example.mx/a,to=ntrip://u:hunter2word@example.mx',
    'a password in a query': 'postgres:///vertice?host=/run/postgresql&user=v&password=hunter2word&x=1',
  }
  const mustNotShow = [TOKEN.slice(4), WEBHOOK_SECRET.slice(6), BASIC, 'eyJzdWIi', 'hunter2']

  it.each(Object.entries(secrets))('%s, anywhere in the entry', (_, secret) => {
    const lines = logged((log) => {
      log.info(`text ${secret} text`)
      log.info({ deep: [{ deeper: { value: `x ${secret}` } }] }, 'an object')
      log.warn({ [secret]: 1 }, 'a name')
      log.error({ err: new Error(`failed with ${secret}`) }, 'an error')
      log.error(new Error(`alone ${secret}`))
      log.info({ body: JSON.stringify({ inner: secret }) }, 'JSON in text')
      log.info('formatted %s', secret)
      log.child({ bound: secret }).info('a child')
      log
        .child({})
        .child({ headers: { authorization: secret } })
        .info('a grandchild')
    })
    expect(lines).toHaveLength(9)
    for (const line of lines) {
      for (const part of mustNotShow) expect(line).not.toContain(part)
      expect(line).toContain('[hidden]')
      expect(() => JSON.parse(line)).not.toThrow()
    }
  })

  it.each(['password', 'secret', 'linkKey', 'authorization', 'Password', 'SECRET'])('a field called %s', (name) => {
    const value = { [name]: 'hunter2 word' }
    const lines = logged((log) => {
      log.info(value)
      log.info({ deep: [value] })
      log.info({ body: JSON.stringify(value) })
      log.info({ body: JSON.stringify(value, null, 2) })
    })
    for (const line of lines) {
      expect(line).not.toContain('hunter2')
      expect(JSON.parse(line).time).toMatch(/^\d{4}-\d\d-\d\dT/)
    }
  })

  it('a password in JSON inside a text in JSON', () => {
    const body = JSON.stringify({ answer: JSON.stringify({ password: 'hunter2 word' }) })
    const [line] = logged((log) => log.info({ body }))
    expect(line).not.toContain('hunter2')
    expect(() => JSON.parse(line!)).not.toThrow()
  })

  it('a password with any characters, and the line stays valid JSON', () => {
    const word = fc.string({ unit: fc.constantFrom('"', '\\', '@', ':', '/', ' ', '{', 'é', '\n'), maxLength: 6 })
    fc.assert(
      fc.property(word, word, fc.boolean(), (before, after, nested) => {
        const value = { password: `${before}hunter2${after}`, user: 'rover7' }
        const [line] = logged((log) => log.info(nested ? { body: JSON.stringify(value) } : value))
        expect(line).not.toContain('hunter2')
        expect(() => JSON.parse(line!)).not.toThrow()
      }),
      { numRuns: 500 },
    )
  })
})

describe('a line of a megabyte', () => {
  const shapes = {
    'one word': 'a',
    'beginnings of URLs': 'a://b:',
    'URLs with logins': 'a://b:c@d/',
    'beginnings of headers': 'basic basic ',
    'quotes and names': '"password\\\\',
    'keys of Stripe': 'sk_',
    'words and places': 'a ://@: ',
    'spaces after a name': '"secret"      ',
  }
  const took = (length: number, unit: string) => {
    const line = JSON.stringify({ msg: unit.repeat(Math.ceil(length / unit.length)) })
    let hidden = ''
    const milliseconds = cpuMsOf(() => {
      hidden = hideSecrets(line)
    })
    return { milliseconds, length: hidden.length }
  }

  it.each(Object.entries(shapes))('is truncated quickly: %s', measuresTime(), (_, unit) => {
    const { milliseconds, length } = took(1_000_000, unit)
    expect(length).toBeLessThan(100_000)
    // A backtracking pattern takes minutes.
    expect(milliseconds).toBeLessThan(2_000)
  })

  it('hides secrets at the truncation too', () => {
    const text = `${'x '.repeat(16_375)}https://u:hunter2@h ${'y'.repeat(1_000_000)}`
    expect(hideSecrets(JSON.stringify({ text }))).not.toContain('hunter2')
    const cutInside = `${'x'.repeat(32_753)} a://u:hunter2hunter2@h`
    expect(hideSecrets(JSON.stringify({ text: cutInside }))).not.toContain('hunter2')
  })
})

describe('an unavailable database in the log', () => {
  const away = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  const read = (lines: string[]) => lines.map((line) => JSON.parse(line))

  it('is logged briefly: the reason and the request, without a stack', () => {
    const [line] = read(logged((log) => log.warn({ err: away(), reqId: 'req-1' }, 'database unavailable')))
    expect(line).toEqual({
      level: 40,
      time: expect.any(String),
      reqId: 'req-1',
      reason: 'connect ECONNREFUSED 127.0.0.1:5432',
      msg: 'database unavailable',
    })
  })

  it('is logged once a minute per component, with the number of repeats', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const lines: string[] = []
    const log = openLog('info', { write: (line) => lines.push(line) })
    for (let times = 0; times < 100; times++) {
      log.warn({ err: new DatabaseSilent(), reqId: `req-${times}` }, 'database unavailable')
      log.child({}).warn({ err: away(), job: 'expiry' }, 'a background job failed')
      log.warn({ err: away(), job: 'alerts' }, 'a background job failed')
    }
    expect(read(lines).map(({ msg, job, reqId }) => [msg, job ?? reqId])).toEqual([
      ['database unavailable', 'req-0'],
      ['a background job failed', 'expiry'],
      ['a background job failed', 'alerts'],
    ])
    vi.advanceTimersByTime(60_000)
    expect(read(lines.slice(3)).map(({ msg, times }) => [msg, times])).toEqual([
      ['database unavailable', 99],
      ['a background job failed: expiry', 99],
      ['a background job failed: alerts', 99],
    ])
    log.warn({ err: away() }, 'database unavailable')
    expect(lines).toHaveLength(7)
  })

  it('hides nothing else: unexpected errors have their stack, and at debug level all errors have', () => {
    const bug = logged((log) => log.warn({ err: new TypeError('x is not a function') }, 'a background job failed'))
    const debugged = logged((log) => {
      log.warn({ err: away() }, 'database unavailable')
      log.warn({ err: away() }, 'database unavailable')
    }, 'debug')
    for (const { err } of read([...bug, ...debugged])) expect(err.stack).toContain('log.test.ts')
    expect(debugged).toHaveLength(2)
  })
})

describe('other log entries', () => {
  it('are unchanged if harmless', () => {
    const harmless = [
      '{"level":30,"msg":"GET /api/v1/credentials/12 200"}',
      '{"url":"https://rtk.example.mx:8443/docs","caster":"ntrip://caster.example.mx:2101/RED"}',
      '{"token":"vrt_short","usuario":"rover7","passwords":3}',
      '{"url":"https://rtk.example.mx/c/files/inter.woff2","page":"https://rtk.example.mx/a@b:c","task_name":"disk_usage_report"}',
      '{"mail":"someone@example.mx","at":"2026-11-14T06:00:00.000Z"}',
    ]
    for (const line of harmless) expect(hideSecrets(line)).toBe(line)
  })

  it('are one line of JSON with a level, an ISO time and the given fields', () => {
    const [line] = logged((log) => log.info({ route: '/stations', ms: 3 }, 'answered'))
    expect(line!.indexOf('\n')).toBe(line!.length - 1)
    expect(JSON.parse(line!)).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
      route: '/stations',
      ms: 3,
      msg: 'answered',
    })
  })

  it('are dropped below the level', () => {
    expect(logged((log) => log.info('x'), 'warn')).toEqual([])
    expect(logged((log) => log.error('x'), 'silent')).toEqual([])
    expect(logged((log) => log.debug('x'), 'debug')).toHaveLength(1)
  })
})
