import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  ConfigError,
  environmentWithoutSecrets,
  inspectConfig,
  loadEnvFile,
  projectRoot,
  readConfig,
  withoutEnvFile,
} from '../../../src/base/config/config.ts'
import { readEnvFile, type Trusted } from '../../../src/base/config/env-file.ts'
import { reportOn } from '../../../src/base/config/report.ts'
import { natsRisks } from '../../../src/base/config/services/nats.ts'
import { DEFAULT_RETENTION } from '../../../src/domain/operations/retention.ts'

const DEFAULTS = {
  host: '127.0.0.1',
  port: 8080,
  baseUrl: 'http://localhost:8080',
  dataDir: resolve(projectRoot, 'data'),
  archiveBucket: null,
  databaseUrl: null,
  databaseWaitSeconds: 60,
  databaseOwnerUrl: null,
  databasePool: null,
  casterHost: '127.0.0.1',
  casterPort: 2101,
  casterPorts: [],
  casterOpenPerAddress: 10,
  casterTlsPorts: [],
  casterConnectionsPerAddress: null,
  casterTls: null,
  casterChunked: false,
  casterGraceSeconds: 15,
  casterPullAllow: [],
  casterInputs: [],
  casterTrustedProxies: [],
  casterRemembersMinutes: 10,
  casterVrsTimeoutSeconds: 10,
  casterProcesses: 1,
  nats: null,
  nodeName: expect.stringMatching(/^[A-Za-z0-9]/), // name of this machine
  metricsHost: '127.0.0.1',
  metricsPort: 9464,
  roles: ['api', 'caster', 'worker'],
  rateLimitPerMinute: 240,
  trustProxy: [],
  encryptionKeys: null,
  singleSignOn: null,
  localLogin: true,
  webhookAllow: [],
  webhookRetryDelaysMs: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) => seconds * 1000),
  smtp: null,
  mailFrom: null,
  fallbackSender: { name: null, address: 'no-reply@localhost' },
  stripe: null,
  stripeApiUrl: 'https://api.stripe.com',
  telegramApiUrl: 'https://api.telegram.org',
  metricsExportEveryMs: 60_000,
  backupCheckEveryMs: 60_000,
  removed: [],
  simulated: false,
  retention: DEFAULT_RETENTION,
  logLevel: 'info',
  accessLog: 0,
  openTelemetry: null,
}

const SMTP = {
  host: 'smtp.example.mx',
  port: 587,
  secure: false,
  requireTLS: false,
  ignoreTLS: false,
  user: null,
  password: null,
  name: null,
  tls: { rejectUnauthorized: true },
}

const NAMES = [
  'HOST',
  'PORT',
  'BASE_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'CASTER_PORT',
  'CASTER_CONNECTIONS_PER_ADDRESS',
  'CASTER_TLS_PORT',
  'METRICS_HOST',
  'METRICS_PORT',
  'ROLES',
  'RATE_LIMIT_PER_MINUTE',
  'TRUST_PROXY',
  'ENCRYPTION_KEYS',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_SCOPES',
  'OIDC_ROLE_CLAIM',
  'OIDC_ROLES',
  'OIDC_OWNER_CLAIM',
  'OIDC_LINK_BY_EMAIL',
  'OIDC_SECOND_FACTOR',
  'LOCAL_LOGIN',
  'WEBHOOK_ALLOW',
  'CASTER_PULL_ALLOW',
  'CASTER_TRUSTED_PROXIES',
  'CASTER_PROCESSES',
  'ARCHIVE_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'NATS_URL',
  'NATS_NKEY',
  'NATS_CA',
  'NODE_NAME',
  'SMTP_URL',
  'MAIL_FROM',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'LOG_LEVEL',
  'ACCESS_LOG',
  'DATABASE_POOL',
]

describe('defaults', () => {
  it('complete an empty environment', () => {
    expect(readConfig({})).toEqual(DEFAULTS)
  })

  it.each(NAMES)('apply if %s is empty', (name) => {
    expect(readConfig({ [name]: '' })).toEqual(DEFAULTS)
    expect(readConfig({ [name]: '  ' })).toEqual(DEFAULTS)
  })

  it('are frozen', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true)
  })
})

describe('valid values', () => {
  it.each([
    ['HOST', '0.0.0.0', { host: '0.0.0.0', casterHost: '0.0.0.0' }],
    ['HOST', '::', { host: '::', casterHost: '::' }],
    ['CASTER_HOST', '0.0.0.0', { casterHost: '0.0.0.0' }],
    ['CASTER_CHUNKED', 'true', { casterChunked: true }],
    ['CASTER_PROCESSES', '64', { casterProcesses: 64 }],
    ['NODE_NAME', 'caster-1.mx', { nodeName: 'caster-1.mx' }],
    ['PORT', '3000', { port: 3000, baseUrl: 'http://localhost:3000' }],
    ['PORT', '0', { port: 0 }],
    ['PORT', ' 65535 ', { port: 65535 }],
    ['BASE_URL', 'https://rtk.example.mx', { baseUrl: 'https://rtk.example.mx' }],
    ['BASE_URL', 'https://rtk.example.mx/', { baseUrl: 'https://rtk.example.mx' }],
    ['DATA_DIR', '/var/lib/vertice', { dataDir: '/var/lib/vertice' }],
    ['DATA_DIR', 'elsewhere', { dataDir: resolve(projectRoot, 'elsewhere') }],
    ['DATABASE_URL', 'postgres://u:p@h:5432/d', { databaseUrl: 'postgres://u:p@h:5432/d' }],
    ['DATABASE_URL', 'postgresql://h/d', { databaseUrl: 'postgresql://h/d' }],
    ['CASTER_PORT', '2102', { casterPort: 2102 }],
    ['CASTER_CONNECTIONS_PER_ADDRESS', '5000', { casterConnectionsPerAddress: 5000 }],
    ['CASTER_PORT', '2101, 80,8000,80,2101', { casterPort: 2101, casterPorts: [80, 8000] }],
    ['CASTER_PORT', '0,80', { casterPort: 0, casterPorts: [80] }],
    ['METRICS_HOST', '0.0.0.0', { metricsHost: '0.0.0.0' }],
    ['METRICS_PORT', '9000', { metricsPort: 9000 }],
    ['ROLES', 'api', { roles: ['api'] }],
    ['ROLES', ' worker , api ', { roles: ['worker', 'api'] }],
    ['RATE_LIMIT_PER_MINUTE', '1', { rateLimitPerMinute: 1 }],
    ['TRUST_PROXY', '10.0.0.1, 192.168.0.0/16,fd00::/8', { trustProxy: ['10.0.0.1', '192.168.0.0/16', 'fd00::/8'] }],
    ['ENCRYPTION_KEYS', 'abc', { encryptionKeys: 'abc' }],
    ['WEBHOOK_ALLOW', '127.0.0.0/8,::1', { webhookAllow: ['127.0.0.0/8', '::1'] }],
    ['CASTER_PULL_ALLOW', '192.168.0.0/16, fd00::/8', { casterPullAllow: ['192.168.0.0/16', 'fd00::/8'] }],
    [
      'CASTER_PULL_ALLOW',
      '5000-5099, 10.0.0.0/8, 6000, /dev/ttyUSB0',
      {
        casterPullAllow: ['10.0.0.0/8'],
        casterInputs: [{ from: 5000, to: 5099 }, { from: 6000, to: 6000 }, { device: '/dev/ttyUSB0' }],
      },
    ],
    ['CASTER_TRUSTED_PROXIES', '10.0.0.5, fd00::/64', { casterTrustedProxies: ['10.0.0.5', 'fd00::/64'] }],
    ['BASE_URL', 'https://rtk.example.mx:8443', { fallbackSender: { name: null, address: 'no-reply@rtk.example.mx' } }],
    ['BASE_URL', 'http://192.0.2.7', { fallbackSender: { name: null, address: 'no-reply@localhost' } }],
    ['SMTP_URL', 'smtp://smtp.example.mx', { smtp: SMTP }],
    ['SMTP_URL', 'smtps://smtp.example.mx', { smtp: { ...SMTP, port: 465, secure: true } }],
    [
      'SMTP_URL',
      'smtp://me@example.mx:p%40ss%2Fw%23rd@smtp.example.mx:2525/',
      { smtp: { ...SMTP, port: 2525, user: 'me@example.mx', password: 'p@ss/w#rd', requireTLS: true } },
    ],
    [
      'SMTP_URL',
      'smtp://u:p@smtp.example.mx?ignoreTLS=true&name=rtk.example.mx',
      { smtp: { ...SMTP, user: 'u', password: 'p', ignoreTLS: true, name: 'rtk.example.mx' } },
    ],
    [
      'SMTP_URL',
      'smtp://10.0.0.5:25?requireTLS=true&tls.rejectUnauthorized=false&tls.servername=mail.lan',
      {
        smtp: {
          ...SMTP,
          host: '10.0.0.5',
          port: 25,
          requireTLS: true,
          tls: { rejectUnauthorized: false, servername: 'mail.lan' },
        },
      },
    ],
    [
      'SMTP_URL',
      'smtp://u:p@[::1]:25',
      { smtp: { host: '::1', requireTLS: false, tls: { rejectUnauthorized: false } } },
    ],
    ['MAIL_FROM', 'rtk@example.mx', { mailFrom: { name: null, address: 'rtk@example.mx' } }],
    [
      'MAIL_FROM',
      'Red Ñandú, RTK <rtk@example.mx>',
      { mailFrom: { name: 'Red Ñandú, RTK', address: 'rtk@example.mx' } },
    ],
    ['MAIL_FROM', '"Red RTK" <rtk@example.mx>', { mailFrom: { name: 'Red RTK', address: 'rtk@example.mx' } }],
    ['MAIL_FROM', '<rtk@mail>', { mailFrom: { name: null, address: 'rtk@mail' } }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['ACCESS_LOG', 'all', { accessLog: 1 }],
    ['ACCESS_LOG', 'off', { accessLog: 0 }],
    ['ACCESS_LOG', '0.01', { accessLog: 0.01 }],
    ['ACCESS_LOG', '1', { accessLog: 1 }],
    ['DATABASE_POOL', '4', { databasePool: 4 }],
  ])('%s=%s', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected)
  })
})

describe('invalid values stop the start with one line that names the setting', () => {
  it.each([
    ...['PORT', 'CASTER_PORT', 'METRICS_PORT'].flatMap((name) =>
      ['-1', '65536', '80.5', '8080x', '0x50', '1e3', 'http', '99999999999'].map((value) => [name, value]),
    ),
    ...[',', '2101,0', '80;443', '80,http', '80,65536', '1,2,3,4,5,6,7,8,9,10'].map((value) => ['CASTER_PORT', value]),
    ...['0', '-5', '1.5', 'many', '10000000000'].map((value) => ['RATE_LIMIT_PER_MINUTE', value]),
    ...[
      'rtk.example.mx',
      'ftp://rtk.example.mx',
      'https://',
      'https://x.mx/?a=1',
      'https://x.mx/#top',
      '/rtk',
      'https://x.mx/rtk',
      'https://u:p@x.mx',
    ].map((value) => ['BASE_URL', value]),
    ...['mysql://h/d', 'localhost:5432', 'postgres', 'postgres:/h'].map((value) => ['DATABASE_URL', value]),
    ...['apis', 'API', 'api;worker', 'api worker', ','].map((value) => ['ROLES', value]),
    ...['verbose', 'INFO', '30'].map((value) => ['LOG_LEVEL', value]),
    ...['on', 'true', '1.5', '-0.1', '50%', '1e-3'].map((value) => ['ACCESS_LOG', value]),
    ...[
      'smtp.example.mx:587',
      'http://smtp.example.mx',
      'smtp:smtp.example.mx',
      'smtp://',
      'smtp://user@smtp.example.mx',
      'smtp://:password@smtp.example.mx',
      'smtp://u:p@smtp.example.mx/inbox',
      'smtp://u:p@smtp.example.mx#x',
      'smtp://u:p@smtp.example.mx:99999',
      'smtp://u:100%@smtp.example.mx',
      'smtp://smtp example.mx',
      'smtp://smtp.example.mx?requireTls=true',
      'smtp://smtp.example.mx?requireTLS=yes',
      'smtp://smtp.example.mx?sendmail=true',
      'smtp://smtp.example.mx?jsonTransport=true',
    ].map((value) => ['SMTP_URL', value]),
    ...[
      'rtk',
      'rtk@',
      '@example.mx',
      'a@x.mx, b@x.mx',
      'Red <rtk>',
      'Red <a@x.mx> <b@x.mx>',
      'Red\nBcc: <a@x.mx>',
      '<>',
    ].map((value) => ['MAIL_FROM', value]),
    ...['pk_test_0123456789', 'sk_', 'sk_with space in it'].map((value) => ['STRIPE_SECRET_KEY', value]),
    ...['0', '65', 'all', '2.5'].map((value) => ['CASTER_PROCESSES', value]),
    ...['-1', 'two words', 'ñandú', 'x'.repeat(64), 'a/b'].map((value) => ['NODE_NAME', value]),
    ...[
      'localhost:4222',
      'http://h',
      'nats://',
      'nats://u@h',
      'nats://:p@h',
      'nats://h/subject',
      'nats://h?x=1',
      'nats://h#x',
      'nats://h:99999',
      'nats://u:100%@h',
      'nats://two words',
      'nats://a,tls://b',
      'nats://a:1@h,nats://a:2@h',
      'nats://a,b',
      ',',
    ].map((value) => ['NATS_URL', value]),
    ...[
      'bucket',
      '/var/archive',
      'https://s3.example.mx/bucket',
      's3://',
      's3://UP',
      's3://two words',
      's3://key:secret@bucket',
      's3://bucket/../x',
      's3://bucket/%zz',
      's3://bucket#x',
      's3://bucket?acl=public',
      's3://bucket?region=two words',
      's3://bucket?endpoint=s3.example.mx',
      's3://bucket?endpoint=ftp://s3.example.mx',
      's3://bucket',
    ].map((value) => ['ARCHIVE_URL', value]),
    ['NATS_NKEY', `SU${'A'.repeat(56)}`],
    ['NATS_CA', 'package.json'],
    ...[
      'sessions',
      'sessions=0',
      'sessions=never',
      'cookies=3',
      'audit=89',
      'events=119',
      'mails=1=2',
      '__proto__=3',
    ].map((value) => ['RETENTION', value]),
    ...['TRUST_PROXY', 'WEBHOOK_ALLOW', 'CASTER_PULL_ALLOW', 'CASTER_TRUSTED_PROXIES'].flatMap((name) =>
      ['all', 'example.com', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/33', '999.0.0.1', ':::', 'fe80::1%1:1', 'cafe'].map(
        (value) => [name, value],
      ),
    ),
    ...['70000', '5099-5000', '0', '/etc/passwd', '/dev/../etc/passwd', 'ttyUSB0'].map((value) => [
      'CASTER_PULL_ALLOW',
      value,
    ]),
    ...['http://0.0.0.0'].flatMap((value) => [
      ['HOST', value],
      ['METRICS_HOST', value],
    ]),
  ] as [string, string][])('%s=%s', (name, value) => {
    let caught: unknown
    try {
      readConfig({ [name]: value })
    } catch (error) {
      caught = error
    }
    expect(caught).toBeInstanceOf(ConfigError)
    const { message } = caught as ConfigError
    expect(message.startsWith(`${name}: `)).toBe(true)
    expect(message).not.toContain('\n')
  })

  it('RETENTION changes the named periods, and accepts "never" where it is allowed', () => {
    const { retention } = readConfig({ RETENTION: ' sessions=90, events=120,audit=never , customers=365' })
    const day = 86_400_000
    expect(retention).toEqual({
      ...DEFAULT_RETENTION,
      sessionsMs: 90 * day,
      eventsMs: 120 * day,
      customersMs: 365 * day,
    })
  })

  it('does not print values that may contain a password', () => {
    const urls = [
      'nats://u:1/hunter2@h',
      'nats://u:hunter2@h,tls://u:hunter2@i',
      'mysql://root:hunter2@h/d',
      'smtp://u:hunter2@h/inbox',
      'smtp://u:1/hunter2@h',
      'smtp://u:1?hunter2@h',
      'smtp://u:1#hunter2@h',
      'smtp://u:hunter2%@h',
      'smtp://u:hunter2@h?x=hunter2',
    ]
    for (const name of ['DATABASE_URL', 'SMTP_URL', 'NATS_URL'])
      for (const url of urls) expect(() => readConfig({ [name]: url })).toThrow(/^(?!.*hunter2)/s)
  })

  it('accepts DATABASE_OWNER_URL only together with DATABASE_URL', () => {
    const both = { DATABASE_URL: 'postgres://s@h/d', DATABASE_OWNER_URL: 'postgres://o@h/d' }
    expect(readConfig(both)).toMatchObject({ databaseUrl: 'postgres://s@h/d', databaseOwnerUrl: 'postgres://o@h/d' })
    expect(() => readConfig({ ...both, DATABASE_URL: '' })).toThrow(/^DATABASE_OWNER_URL: .*together with DATABASE_URL/)
    expect(() => readConfig({ ...both, DATABASE_OWNER_URL: 'mysql://h' })).toThrow(
      /^DATABASE_OWNER_URL: expected postgres/,
    )
  })
})

describe('the bucket of the archive', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'AK', AWS_SECRET_ACCESS_KEY: 'SK' }
  const bucketAt = (url: string) => readConfig({ ...keys, ARCHIVE_URL: url }).archiveBucket

  it.each([
    ['s3://red', { url: 'https://red.s3.us-east-1.amazonaws.com', prefix: '', place: 's3://red' }],
    [
      's3://red.mx/?region=mx-central-1',
      { url: 'https://s3.mx-central-1.amazonaws.com/red.mx', region: 'mx-central-1' },
    ],
    [
      's3://red/a/b%20c/?endpoint=http://10.0.0.5:9000/',
      { url: 'http://10.0.0.5:9000/red', prefix: 'a/b c/', place: 's3://red/a/b c', bucket: 'red' },
    ],
  ])('%s', (url, expected) => {
    expect(bucketAt(url)).toMatchObject({ accessKeyId: 'AK', secretAccessKey: 'SK', ...expected })
  })

  it('needs both keys, which mean nothing without a bucket', () => {
    for (const name of Object.keys(keys))
      expect(() => readConfig({ ...keys, [name]: '', ARCHIVE_URL: 's3://red' })).toThrow(/^ARCHIVE_URL: .*AWS_SECRET/)
    expect(readConfig(keys).archiveBucket).toBeNull()
  })
})

describe('NATS', () => {
  const seed = `SU${'A2'.repeat(28)}`
  const plain = { tls: null, user: null, password: null, nkeySeed: null }

  it.each([
    ['nats://nats.example.mx', { ...plain, servers: ['nats.example.mx:4222'] }],
    ['nats://u:p%40ss%2Cw@[::1]:80/', { ...plain, servers: ['[::1]:80'], user: 'u', password: 'p@ss,w' }],
    [
      'tls://u:p@a:4223, tls://b,tls://u:p@10.0.0.3',
      {
        servers: ['a:4223', 'b:4222', '10.0.0.3:4222'],
        tls: { caFile: null },
        user: 'u',
        password: 'p',
        nkeySeed: null,
      },
    ],
  ])('%s', (url, expected) => {
    expect(readConfig({ NATS_URL: url }).nats).toEqual(expected)
  })

  it('accepts a seed instead of a password, and a CA for its certificates', () => {
    const env = { NATS_URL: 'tls://a', NATS_NKEY: seed, NATS_CA: 'package.json' }
    const tls = { caFile: resolve(projectRoot, 'package.json') }
    expect(readConfig(env).nats).toEqual({ ...plain, servers: ['a:4222'], tls, nkeySeed: seed })
  })

  it.each([
    [{ NATS_URL: 'nats://u:p@a', NATS_NKEY: seed }, /^NATS_NKEY: .*has no user/],
    [{ NATS_URL: 'nats://a', NATS_NKEY: 'SUhunter2' }, /^NATS_NKEY: (?!.*hunter2)/],
    [{ NATS_URL: 'nats://a', NATS_CA: 'package.json' }, /^NATS_CA: .*tls:/],
    [{ NATS_URL: 'tls://a', NATS_CA: '/nowhere/ca.pem' }, /^NATS_CA: there is no file/],
  ])('rejects %o', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })

  it.each([
    ['nats://127.0.0.1:4222', []],
    ['nats://localhost,nats://[::1]', []],
    ['tls://u:p@nats.example.mx', []],
    ['nats://nats.example.mx', ['login', 'TLS']],
    ['nats://127.0.0.1,nats://10.0.0.3', ['login', 'TLS']],
    ['tls://10.0.0.3', ['login']],
    ['nats://u:p@nats', ['TLS']],
    ['nats://127.0.0.1.example.mx', ['login', 'TLS']],
  ])('reports what %s lacks on a network', (url, missing) => {
    const risks = natsRisks(readConfig({ NATS_URL: url }).nats!)
    expect(risks.map(({ what }) => /without (?:a )?(login|TLS)/.exec(what)?.[1])).toEqual(missing)
  })

  it('needs no login in its address with a seed', () => {
    expect(natsRisks(readConfig({ NATS_URL: 'tls://a', NATS_NKEY: seed }).nats!)).toEqual([])
  })

  it('passes neither its password nor its seed to child processes', () => {
    expect(environmentWithoutSecrets({ PATH: '/bin', NATS_URL: 'nats://u:p@a', NATS_NKEY: seed })).toEqual({
      PATH: '/bin',
    })
  })
})

describe('single sign-on', () => {
  const least = {
    OIDC_ISSUER: 'https://login.example.mx/realms/rtk',
    OIDC_CLIENT_ID: 'vertice',
    OIDC_ROLES: 'rtk-admins=administrator',
  }

  it('needs the issuer, the client id and the mapping of roles', () => {
    expect(readConfig(least).singleSignOn).toEqual({
      issuer: 'https://login.example.mx/realms/rtk',
      clientId: 'vertice',
      clientSecret: null,
      scopes: ['openid', 'email', 'profile'],
      roleClaim: 'groups',
      roles: [{ value: 'rtk-admins', role: 'administrator' }],
      ownerClaim: null,
      linkByEmail: false,
      providerFactor: 'claim',
    })
    expect(readConfig({ ...least, LOCAL_LOGIN: 'false' }).localLogin).toBe(false)
  })

  it('accepts group names as directories write them', () => {
    const roles = 'cn=admins%2Cou=groups=administrator, Lectura RTK=viewer,5f1c=operator'
    expect(readConfig({ ...least, OIDC_ROLES: roles }).singleSignOn?.roles).toEqual([
      { value: 'cn=admins,ou=groups', role: 'administrator' },
      { value: 'Lectura RTK', role: 'viewer' },
      { value: '5f1c', role: 'operator' },
    ])
  })

  it.each(['http://localhost:8080/r', 'http://127.0.0.1', 'http://[::1]:3000/', 'https://accounts.example'])(
    'accepts %s',
    (OIDC_ISSUER) => {
      expect(readConfig({ ...least, OIDC_ISSUER }).singleSignOn?.issuer).toBe(OIDC_ISSUER)
    },
  )

  it.each([
    ...['login.example.mx', 'http://login.example.mx', 'http://127.evil.example', 'https://h/?x=1', 'https://u@h/'].map(
      (issuer) => [{ OIDC_ISSUER: issuer }, /^OIDC_ISSUER: /] as const,
    ),
    [{ OIDC_ISSUER: '' }, /^OIDC_CLIENT_ID: .*OIDC_ISSUER/],
    [{ OIDC_CLIENT_ID: '' }, /^OIDC_CLIENT_ID: /],
    [{ OIDC_ROLES: '' }, /^OIDC_ROLES: .*no user could sign in/],
    [{ OIDC_ROLES: 'rtk-admins=admin' }, /^OIDC_ROLES: .*got "rtk-admins=admin"/],
    [{ OIDC_ROLES: '=viewer' }, /^OIDC_ROLES: /],
    [{ OIDC_ROLES: 'viewer' }, /^OIDC_ROLES: /],
    [{ OIDC_ROLES: 'a%=viewer' }, /^OIDC_ROLES: /],
    [{ OIDC_ROLES: 'shops=reseller' }, /^OIDC_OWNER_CLAIM: /],
    [{ OIDC_SCOPES: 'email profile' }, /^OIDC_SCOPES: .*openid/],
    [{ OIDC_LINK_BY_EMAIL: 'yes' }, /^OIDC_LINK_BY_EMAIL: /],
    [{ OIDC_SECOND_FACTOR: 'never' }, /^OIDC_SECOND_FACTOR: /],
  ] as const)('rejects %o', (wrong, message) => {
    expect(() => readConfig({ ...least, ...wrong })).toThrow(message)
  })

  it('is required before local passwords can be disabled', () => {
    expect(() => readConfig({ LOCAL_LOGIN: 'false' })).toThrow(/^LOCAL_LOGIN: .*OIDC_ISSUER/)
  })

  it('passes its secret to no child process', () => {
    expect(environmentWithoutSecrets({ OIDC_CLIENT_SECRET: 'x', OIDC_CLIENT_ID: 'y' })).toEqual({ OIDC_CLIENT_ID: 'y' })
  })
})

describe('card payments', () => {
  const both = { STRIPE_SECRET_KEY: 'sk_test_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' }

  it("need the key and the webhook secret, with Stripe's address by default", () => {
    const apiUrl = 'https://api.stripe.com'
    const stripe = { secretKey: both.STRIPE_SECRET_KEY, webhookSecret: both.STRIPE_WEBHOOK_SECRET, apiUrl }
    expect(readConfig(both).stripe).toEqual(stripe)
    expect(() => readConfig({ ...both, STRIPE_SECRET_KEY: '' })).toThrow(/^STRIPE_SECRET_KEY: /)
    for (const secret of ['', 'hunter2', 'whsec_'])
      expect(() => readConfig({ ...both, STRIPE_WEBHOOK_SECRET: secret })).toThrow(
        /^STRIPE_WEBHOOK_SECRET: (?!.*hunter2)/,
      )
  })
})

describe('.env', () => {
  const named = (folder: string, name = '.env') => ({ path: join(folder, name), isNamed: true })

  function folderWith(content: string, mode = 0o600): string {
    const folder = mkdtempSync(join(tmpdir(), 'vertice-env-'))
    const before = new Set(Object.keys(process.env))
    onTestFinished(() => {
      rmSync(folder, { recursive: true })
      for (const name of Object.keys(process.env)) if (!before.has(name)) delete process.env[name]
    })
    writeFileSync(join(folder, '.env'), content)
    chmodSync(join(folder, '.env'), mode)
    return folder
  }

  it('fills missing environment variables, and only settings', () => {
    const folder = folderWith('NODE_NAME=file\nMAIL_FROM=a@example.mx\nLD_PRELOAD=/tmp/x.so\nSHOP=true\n')
    process.env.NODE_NAME = 'environment'
    loadEnvFile(named(folder))
    const { NODE_NAME, MAIL_FROM, LD_PRELOAD, SHOP } = process.env
    expect([NODE_NAME, MAIL_FROM, LD_PRELOAD]).toEqual(['environment', 'a@example.mx', undefined])
    expect(SHOP).toBe('true') // removed settings are kept, to be reported
  })

  it('can be missing, unless it was named', () => {
    const folder = folderWith('')
    expect(() => loadEnvFile({ path: join(folder, 'none'), isNamed: false })).not.toThrow()
    expect(() => loadEnvFile(named(folder, 'none'))).toThrow(
      new ConfigError(`VERTICE_ENV_FILE: there is no file ${join(folder, 'none')}`),
    )
  })

  it('is reported if it cannot be read', () => {
    const folder = folderWith('')
    expect(() => loadEnvFile({ path: folder, isNamed: true })).toThrow(
      new ConfigError(`${folder}: this user cannot read the settings file`),
    )
  })

  it('is not read if it is writable by others or belongs to another user', () => {
    const file = join(folderWith('PORT=1\n', 0o602), '.env')
    expect(() => loadEnvFile({ path: file, isNamed: true })).toThrow(
      `${file}: other users can write to the file, so it is not read: chmod go-w ${file}`,
    )
    const { uid, gid } = statSync(file)
    chmodSync(file, 0o660)
    const read = (trusted: Trusted) => readEnvFile(file, () => true, trusted)
    expect(read({ users: [uid], group: gid })).toEqual({ PORT: '1' })
    expect(() => read({ users: [uid], group: gid + 1 })).toThrow(/other users can write/)
    chmodSync(file, 0o600)
    expect(read({ users: [uid], group: gid + 1 })).toEqual({ PORT: '1' })
    expect(() => read({ users: [uid + 1], group: gid })).toThrow(/belongs to another user/)
  })

  it('is not read by a process that received all settings', () => {
    const folder = folderWith('NODE_NAME=file\n')
    process.env.VERTICE_ENV_FILE = join(folder, '.env')
    Object.assign(process.env, withoutEnvFile({}))
    loadEnvFile()
    expect([process.env.NODE_NAME, inspectConfig().file]).toEqual([undefined, null])
    for (const name of Object.keys(withoutEnvFile({}))) delete process.env[name]
    loadEnvFile()
    expect([process.env.NODE_NAME, inspectConfig().file?.names]).toEqual(['file', ['NODE_NAME']])
  })
})

describe('a port', () => {
  it('is rejected if API and caster would share it at the same address', () => {
    const shared = { PORT: '2101' }
    const message = 'CASTER_PORT: port 2101 is taken by PORT'
    expect(() => readConfig(shared)).toThrow(message)
    expect(() => readConfig({ ...shared, HOST: '127.0.0.1', CASTER_HOST: '0.0.0.0' })).toThrow(message)
    expect(readConfig({ ...shared, HOST: '127.0.0.1', CASTER_HOST: '192.0.2.1' }).port).toBe(2101)
    expect(readConfig({ ...shared, ROLES: 'api' }).port).toBe(2101)
  })
})

describe('a setting that was removed', () => {
  it('is reported with its new place, and is not a known setting', () => {
    expect(readConfig({ SHOP: 'true', STATUS_PAGE: ' ', PORT: '80', CASTER_GRACE_SECONDS: '30' }).removed).toEqual([
      { name: 'SHOP', instead: 'set it in the console (Settings) or with "vertice network set shop=…"' },
      { name: 'CASTER_GRACE_SECONDS', instead: 'a rover stays with a disconnected base for 15 seconds' },
    ])
    expect(reportOn(readConfig, {}, null, []).known).not.toContain('SHOP')
  })
})
