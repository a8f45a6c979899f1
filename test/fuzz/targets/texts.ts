// Untrusted texts in headers, addresses and settings, and what of them reaches the log.
import assert from 'node:assert/strict'
import { ConfigError, readConfig } from '../../../src/base/config/config.ts'
import { startTime } from '../../../src/domain/credentials/start-time.ts'
import { parseSourceAddress, withLogin, withoutLogin } from '../../../src/domain/network/source-address.ts'
import { LANGUAGES } from '../../../src/domain/people/user.ts'
import { isEmailAddress } from '../../../src/domain/text/email-address.ts'
import { escapeHtml, oneLine } from '../../../src/domain/text/plain-text.ts'
import { searchWords } from '../../../src/domain/text/search-words.ts'
import { parseCidr, reachOf } from '../../../src/domain/webhooks/public-address.ts'
import { nextAttempt } from '../../../src/domain/webhooks/retry-schedule.ts'
import { withoutQuery } from '../../../src/domain/webhooks/webhook.ts'
import { bearerOf } from '../../../src/http/api/authentication.ts'
import { pageOf } from '../../../src/http/api/paging.ts'
import { Cookies } from '../../../src/http/console/entrance/cookies.ts'
import { refuseCrossSite } from '../../../src/http/console/entrance/cross-site.ts'
import { idOf, timeOf } from '../../../src/http/console/kit/ids.ts'
import { datumIn, explainDatum, languageOf } from '../../../src/outbound/delivery/words/words.ts'
import { readNotice } from '../../../src/outbound/payments/stripe.ts'
import { hideSecrets } from '../../../src/start/log.ts'
import { answerOf, type Target } from '../target.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const buffers = (...texts: string[]) => texts.map((text) => Buffer.from(text))

const SECRET = '0123456789abcdefghijklmnopqrstuvwxyz'
const PLANTED = `vrt_${SECRET}`

const log: Target = {
  name: 'log',
  seeds: buffers(
    '{"level":30,"msg":"text","password":"x","deep":[{"authorization":"Basic YTpi"}]}',
    '{"msg":"postgres://u:p@h/d?password=x","body":"{\\"secret\\":\\"y\\"}"}',
    'whsec_abc Bearer abc.def //u:p@h',
  ),
  words: ['password', 'secret', '"', '\\"', '://', ':', '@', 'Bearer ', 'whsec_', '?password=', '&', ' '],
  run(input) {
    const text = input.toString('utf8')
    hideSecrets(text)
    const planted = `${text} ${PLANTED} ${text}`
    for (const line of [planted, JSON.stringify({ msg: planted }), JSON.stringify({ [planted]: [planted] })])
      assert(!hideSecrets(line).includes(SECRET))
  },
}

const addresses: Target = {
  name: 'addresses',
  seeds: buffers(
    '10.0.0.0/8, 192.0.2.1',
    '2001:db8::/32',
    '::ffff:127.0.0.1',
    'ntrip://user:p%40ss@caster.example.mx:2101/CDMX',
    'ntrips://[2001:db8::1]/A.B-C',
    'https://shop.example.mx/x?key=1#y',
    '169.254.169.254',
    '0x7f.1',
  ),
  words: ['ntrip://', 'ntrips://', '@', '%', '/', '::', '::ffff:', '127.0.0.1', '/32', '/0', '%eth0', ','],
  run(input) {
    const text = input.toString('utf8')
    const reach = reachOf(text, [])
    // The IPv4-mapped IPv6 form of an address is treated like the address.
    if (/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) assert.equal(reachOf(`::ffff:${text}`, []), reach)
    let allowed: readonly string[] = []
    try {
      allowed = readConfig({ WEBHOOK_ALLOW: text, TRUST_PROXY: text }).webhookAllow
    } catch (error) {
      assert(error instanceof ConfigError)
      assert(!error.message.includes('\n') || text.includes('\n'))
    }
    // The guard accepts every entry that the settings accept.
    for (const entry of allowed) parseCidr(entry)
    withoutQuery(text)
    const address = parseSourceAddress(text)
    if (address === null) return
    const { url, login } = withoutLogin(text)
    if (address.credentials?.password) assert.deepEqual(parseSourceAddress(withLogin(url, login)), address)
    assert(!url.includes('@'))
  },
}

/** The parts of a request that the functions read. */
const asked = (headers: Record<string, string>, method = 'POST') => ({ headers, method }) as never

const headers: Target = {
  name: 'headers',
  seeds: buffers(
    'es-MX,es;q=0.9,en;q=0.8',
    'vertice=abcdefghijklmnopqrstuvwx; vertice-device=ABCDEFGHIJKLMNOPQRSTUVWX',
    `Bearer ${PLANTED}`,
    't=1794744000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd,v0=x',
    'https://rtk.example.mx',
    'YmVmb3JlOjQy',
    'Wed, 21 Oct 2026 07:28:00 GMT',
    '2026-11-16T08:00:00-06:00',
    'ITRF2008 época 2010.0',
    'maria.pena@example.mx',
  ),
  words: [';q=', ',', ';', '=', 'v1=', 't=', 'Bearer ', 'before:1', '2026-', 'es', 'en', '@'],
  run(input) {
    const text = input.toString('latin1')
    assert(LANGUAGES.includes(languageOf(text)))
    const found = new Cookies('http://localhost').read(asked({ cookie: text }))
    for (const secret of Object.values(found)) assert(secret === null || /^[0-9A-Za-z]{20,100}$/.test(secret))
    answerOf(() => bearerOf(asked({ authorization: text })))
    answerOf(() => refuseCrossSite(asked({ origin: text, host: 'rtk.example.mx' }), 'https://rtk.example.mx'))
    answerOf(() => readNotice(Buffer.from('{}'), text, { webhookSecret: 'whsec_12345678' }, NOW))
    answerOf(() => pageOf({ cursor: text }))
    answerOf(() => idOf(text))
    answerOf(() => timeOf(text, 'from'))
    startTime(text, NOW)
    const next = nextAttempt(1, NOW, { delaysMs: [1000], random: 0, retryAfter: text })!
    assert(next > NOW && next.getTime() - NOW.getTime() <= 86_400_000)
  },
}

/** The limit for stations and the network. */
const LONGEST_DATUM = 100

const people: Target = {
  name: 'texts',
  seeds: buffers('María Peña <b>', '\u202edlrow\u2066', 'ITRF2008, época 2010.0', 'maria.pena@example.mx', 'ﬁ Ⅳ 😀'),
  words: ['<', '&', '"', '\u202e', 'época ', '@', '.', 'ß', '\u0301', ' '],
  run(input) {
    const text = input.toString('utf8')
    assert.doesNotMatch(oneLine(text), /[\r\n\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Cc}/u)
    assert.doesNotMatch(escapeHtml(text), /[<>"']/)
    assert(searchWords(text).length <= 6)
    isEmailAddress(text)
    const datum = text.slice(0, LONGEST_DATUM)
    for (const language of LANGUAGES) assert(datumIn(datum, language).length + explainDatum(datum, language).length > 0)
  },
}

export const TEXT_TARGETS = [log, addresses, headers, people]
