import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addChannel } from '../../../../src/actions/alerts/channels/change.ts'
import { setTelegramBot } from '../../../../src/actions/alerts/channels/telegram.ts'
import { answerOnce } from '../../../../src/actions/answer-once.ts'
import { insertCredentials } from '../../../../src/actions/credentials/request/insert.ts'
import { addForward } from '../../../../src/actions/network/forwards.ts'
import { addNetworkMountpoint } from '../../../../src/actions/network/mountpoints/network.ts'
import { setNetwork } from '../../../../src/actions/network/set.ts'
import { setOperatorSettings } from '../../../../src/actions/network/set-operator.ts'
import { addUpstream, removeUpstream } from '../../../../src/actions/network/upstreams/set.ts'
import { checkKeys } from '../../../../src/actions/operations/keys/check.ts'
import { rewrapKeys } from '../../../../src/actions/operations/keys/rewrap.ts'
import { importStations } from '../../../../src/actions/stations/import.ts'
import { pushSecret, setPull } from '../../../../src/actions/stations/source.ts'
import { makeStandbySecret, setStandbyPull } from '../../../../src/actions/stations/standby.ts'
import { createWebhook } from '../../../../src/actions/webhooks/create.ts'
import { rotateSecret } from '../../../../src/actions/webhooks/rotate-secret.ts'
import {
  channelContext,
  SMTP_CONTEXT,
  TELEGRAM_CONTEXT,
  upstreamContext,
  upstreamMountpointContext,
} from '../../../../src/base/secrets/contexts.ts'
import { openCredential } from '../../../../src/base/secrets/credential.ts'
import { KeyError, type KeyRing, keyIdOf, newKey, parseKeys } from '../../../../src/base/secrets.ts'
import { system } from '../../../../src/domain/audit/action.ts'
import type { SourceAddress } from '../../../../src/domain/network/source-address.ts'
import {
  listOpenedForwards,
  listPulled,
  listStandbySources,
  readEngineAddress,
  readEngineAddresses,
} from '../../../../src/reads/streams.ts'
import { listChannels, readChannelUrl } from '../../../../src/store/alerts/channels/rows.ts'
import { findBot } from '../../../../src/store/alerts/channels/telegram.ts'
import { listNewest } from '../../../../src/store/credentials/list/newest.ts'
import { sharedWriter } from '../../../../src/store/credentials/writer.ts'
import { loadBook } from '../../../../src/store/current/current.ts'
import type { Database, DatabasePool } from '../../../../src/store/kit/database.ts'
import { listNetworkMountpoints } from '../../../../src/store/network/network-mountpoints.ts'
import { readOperatorSettings } from '../../../../src/store/network/operator-settings.ts'
import { findUpstream, listUpstreamLogins, writeOfferLogin } from '../../../../src/store/network/upstreams/rows.ts'
import { listKeyIds } from '../../../../src/store/operations/encryption-keys.ts'
import { findOrCreateOwner } from '../../../../src/store/people/owners.ts'
import { findStationByCode } from '../../../../src/store/stations/rows.ts'
import { targetsOf } from '../../../../src/store/webhooks/deliveries.ts'
import { NOTHING_GIVEN } from '../../../http/console/support.ts'
import { byTest } from '../../../support/action-context.ts'
import { sourceWithPassword } from '../../../support/pushes.ts'
import { makeDatabase, STATIONS } from '../../../support/service.ts'
import { BOT_TOKEN } from '../../../support/telegram-server.ts'

const CHANNEL_URL = 'https://hooks.slack.com/services/T0001/B0001/x'
const NOW = new Date('2026-11-14T12:00:00Z')
const [oldText, newText] = [newKey(), newKey()]
const oldKey = parseKeys(oldText)
const newKeyAlone = parseKeys(newText)
const both = parseKeys(`${newText},${oldText}`)
const quiet = () => {}

let db: DatabasePool
let drop: () => Promise<void>
let ownerId: number
/** The plaintexts: password by credential, secret by webhook, response by idempotency key, push secret by station. */
let passwords: Map<number, string>
let webhookSecrets: Map<number, string>
let replaced: { id: number; secrets: string[] } | null
let answers: Map<string, unknown>
let pushSecrets: Map<string, string>
/** Source address of each pulled station, with its login. */
let pulled: Map<string, string>
let enginePassword: string | null
let standbySecret: string | null

beforeAll(async () => {
  ;({ db, drop } = await makeDatabase())
  await importStations(byTest({ db }, NOW), Object.values(STATIONS))
})
afterAll(() => drop())
beforeEach(async () => {
  await db.pool.query('truncate credentials, webhooks, idempotency_keys, events, encryption_keys cascade')
  await db.pool.query(
    'update stations set push_secret = null, pull_url = null, pull_login = null, upstream_login = null',
  )
  await db.pool.query('update stations set backup_push_secret = null, backup_pull_url = null, backup_pull_login = null')
  await db.pool.query('delete from forwards')
  await db.pool.query('truncate alert_channels, telegram_bot cascade')
  await db.pool.query('delete from network_mountpoints')
  await db.pool.query('update network set upstream = null, upstream_login = null')
  await db.pool.query('update settings set smtp_password = null')
  ownerId = (await findOrCreateOwner(db, 'Owner')).id
  standbySecret = null
  passwords = new Map()
  webhookSecrets = new Map()
  replaced = null
  answers = new Map()
  pushSecrets = new Map()
  pulled = new Map()
  enginePassword = null
  await checkKeys(db, oldKey)
})

async function issue(keys: KeyRing, count: number): Promise<void> {
  const book = await loadBook(db, { casterHost: 'h', casterPort: 2101 })
  const context = byTest({ db, keys, book, writer: sharedWriter(db) }, NOW)
  const requests = Array.from({ length: count }, () => ({ validitySeconds: 3600 }))
  for (const { credential, secrets } of await insertCredentials(context, ownerId, requests as never)) {
    passwords.set(credential.id, secrets.password)
  }
}

async function addWebhook(keys: KeyRing): Promise<void> {
  const wanted = { ownerId, url: 'https://example.mx/hook', eventTypes: ['credential.issued'] as const }
  const { webhook, secret } = await createWebhook({ db, keys, now: NOW, by: system('test') }, 'all', wanted)
  webhookSecrets.set(webhook.id, secret)
}

/** Rotates twice, so that two previous secrets are still valid. */
async function rotateOne(keys: KeyRing): Promise<void> {
  const [id, first] = [...webhookSecrets][0]!
  const context = { db, keys, now: NOW, by: system('test') }
  const { secret: second } = await rotateSecret(context, 'all', id)
  webhookSecrets.set(id, (await rotateSecret(context, 'all', id)).secret)
  replaced = { id, secrets: [second, first] }
}

async function answer(keys: KeyRing, key: string): Promise<void> {
  const value = { password: `of ${key}` }
  await answerOnce({ db, keys, now: NOW }, { ownerId, key, request: key }, { work: async () => value })
  answers.set(key, value)
}

/** One station pushes, one is pulled, one does both; the network has a VRS engine. */
async function addStreams(keys: KeyRing): Promise<void> {
  for (const code of ['CDMX', 'TOLU'])
    pushSecrets.set(code, (await pushSecret(byTest({ db, keys }), { code }, true)).secret)
  for (const code of ['TOLU', 'CUER']) {
    await setPull(byTest({ db, keys }), { code }, `ntrip://${code}:secret-of-${code}@caster.mx:2101/M`)
    pulled.set(code, `secret-of-${code}`)
  }
  const to = { url: 'ntrip://:secret-of-forward@caster.mx:2101/M', revision: 1, mountpoint: null } as const
  await addForward(byTest({ db, keys }), { code: 'CDMX' }, to)
  const channel = { service: 'slack', name: 'On call', language: 'es', url: CHANNEL_URL } as const
  await addChannel(byTest({ db, keys }), null, channel)
  await setTelegramBot(byTest({ db, keys }), BOT_TOKEN, async () => 'bot')
  await setNetwork(byTest({ db, keys }), { upstream: 'ntrip://engine:secret@vrs.mx:2101/VRS' })
  enginePassword = 'secret'
  await addNetworkMountpoint(byTest({ db, keys }), 'VRS', { engine: 'ntrip://vrs:secret-of-network@vrs.mx:2101/VRS' })
  standbySecret = (await makeStandbySecret(byTest({ db, keys }), { code: 'CDMX' })).secret
  await setStandbyPull(byTest({ db, keys }), { code: 'TOLU' }, 'ntrip://second:secret-of-second@caster.mx:2101/M')
  if (await findUpstream(db, { name: 'OLD' })) await removeUpstream(byTest({ db }), { name: 'OLD' })
  await addUpstream(byTest({ db, keys }), { name: 'OLD', url: 'ntrip://front:secret-of-front@old.mx:2101' })
  const { id } = (await findStationByCode(db, 'CUER'))!
  await writeOfferLogin(db, id, keys.encrypt('own:secret-of-own', upstreamMountpointContext(id)))
  const smtp = {
    host: 'smtp.mx',
    port: 587,
    security: 'starttls',
    user: 'rtk',
    password: 'of the mail server',
  } as const
  await setOperatorSettings({ ...byTest({ db, keys }), given: NOTHING_GIVEN }, { smtp })
}

async function keysInUse(): Promise<string[]> {
  const ids = new Set<string>()
  for (const [table, column] of [
    ['credentials', 'secret'],
    ['webhooks', 'secret'],
    ['idempotency_keys', 'answer'],
    ['stations', 'push_secret'],
    ['stations', 'pull_login'],
    ['stations', 'backup_push_secret'],
    ['stations', 'backup_pull_login'],
    ['stations', 'upstream_login'],
    ['network', 'upstream_login'],
    ['settings', 'smtp_password'],
  ]) {
    const { rows } = await db.pool.query<{ sealed: Buffer }>(
      `select ${column} as sealed from ${table} where ${column} is not null`,
    )
    for (const { sealed } of rows) ids.add(keyIdOf(sealed))
  }
  return [...ids].sort()
}

/** Checks that every plaintext can be read with these keys. */
async function expectAllReadable(keys: KeyRing): Promise<void> {
  const credentials = await listNewest(db, { scope: ownerId, filter: {}, now: NOW }, { limit: 1_000_000 })
  const readable = new Map(credentials.map((credential) => [credential.id, openCredential(keys, credential).password]))
  for (const [id, password] of passwords) expect(readable.get(id)).toBe(password)
  for (const [id, secret] of webhookSecrets) {
    const { rows } = await db.pool.query<{ secret: Buffer }>('select secret from webhooks where id = $1', [id])
    expect(keys.decrypt(rows[0]!.secret, `webhook:${id}`)).toBe(secret)
  }
  for (const { id, previousSecrets } of await targetsOf(db, replaced ? [replaced.id] : [], NOW))
    expect(previousSecrets.map((sealed) => keys.decrypt(sealed, `webhook:${id}`))).toEqual(replaced?.secrets)
  const book = await loadBook(db, { casterHost: 'h', casterPort: 2101 })
  const idOf = (code: string) => book.byCode.get(code.toLowerCase())!.id
  for (const [code, secret] of pushSecrets) expect(await sourceWithPassword(db, keys, idOf(code), secret)).toBe('first')
  if (standbySecret) {
    expect(await sourceWithPassword(db, keys, idOf('CDMX'), standbySecret)).toBe('backup')
    const second = (await listStandbySources(db, keys)).get(idOf('TOLU'))
    expect(second).toMatchObject({ kind: 'pull', address: { credentials: { password: 'secret-of-second' } } })
  }
  const pulls = (await listPulled(db, keys)) as Map<number, SourceAddress>
  expect(new Map([...pulled].map(([code]) => [code, pulls.get(idOf(code))?.credentials?.password]))).toEqual(pulled)
  for (const { to } of await listOpenedForwards(db, keys))
    expect(to).toMatchObject({ credentials: { password: 'secret-of-forward' } })
  for (const { id } of await listChannels(db, null))
    expect(keys.decrypt((await readChannelUrl(db, id))!.url!, channelContext(id))).toBe(CHANNEL_URL)
  const bot = await findBot(db)
  if (bot) expect(keys.decrypt(bot.token, TELEGRAM_CONTEXT)).toBe(BOT_TOKEN)
  const [front] = await listUpstreamLogins(db)
  expect(keys.decrypt(front!.login!, upstreamContext(front!.id))).toBe('front:secret-of-front')
  const { rows: own } = await db.pool.query<{ id: number; login: Buffer }>(
    'select id, upstream_login as login from stations where upstream_login is not null',
  )
  for (const { id, login } of own) expect(keys.decrypt(login, upstreamMountpointContext(id))).toBe('own:secret-of-own')
  const engines = await readEngineAddresses(db, keys)
  for (const { id } of await listNetworkMountpoints(db))
    expect(engines.get(id)?.credentials?.password).toBe('secret-of-network')
  expect((await readEngineAddress(db, keys))?.credentials?.password ?? null).toBe(enginePassword)
  const { smtpPassword } = await readOperatorSettings(db)
  if (smtpPassword) expect(keys.decrypt(smtpPassword, SMTP_CONTEXT)).toBe('of the mail server')
  for (const [key, value] of answers) {
    const replay = await answerOnce(
      { db, keys, now: NOW },
      { ownerId, key, request: key },
      { work: async () => 'done again' },
    )
    expect(replay).toEqual({ answer: value, replayed: true })
  }
}

async function fill(keys: KeyRing): Promise<void> {
  await issue(keys, 700)
  await issue(keys, 501)
  for (let count = 0; count < 3; count++) await addWebhook(keys)
  await rotateOne(keys)
  for (const key of ['order-1', 'a:b:c', 'ñ "quoted"']) await answer(keys, key)
  await addStreams(keys)
}

/** Re-encrypted rows per table after `fill`. */
const ALL_OF_IT = {
  credentials: 1201,
  webhooks: 3,
  previous_webhook_secrets: 1,
  older_webhook_secrets: 1,
  station_push_secrets: 2,
  station_pull_logins: 2,
  station_backup_push_secrets: 1,
  station_backup_pull_logins: 1,
  station_upstream_logins: 1,
  upstream_logins: 1,
  forward_logins: 1,
  channel_urls: 1,
  telegram_token: 1,
  network_engine_logins: 1,
  user_totp_secrets: 0, // tested in test/http/console/people/second-factor.test.ts
  user_totp_pending: 0,
  console_provider_tokens: 0, // tested in test/http/console/people/sso.long.test.ts
  upstream_login: 1,
  smtp_password: 1,
  idempotency_keys: 3,
}

describe('vertice keys rewrap', () => {
  it('re-encrypts every sealed column of every table, and the old key is no longer needed', async () => {
    await fill(oldKey)
    const done = new Map<string, number>()
    await rewrapKeys(byTest({ db, keys: both }), (table, count) => done.set(table, count))
    expect(Object.fromEntries(done)).toEqual(ALL_OF_IT)
    expect(await keysInUse()).toEqual([both.current.id])
    expect(await listKeyIds(db)).toEqual([both.current.id])
    await expectAllReadable(newKeyAlone)
    await expect(checkKeys(db, newKeyAlone)).resolves.toBeUndefined()
    await expect(checkKeys(db, oldKey)).rejects.toBeInstanceOf(KeyError)
  })

  it('can be stopped at any time and continues with the rest', async () => {
    await fill(oldKey)
    let calls = 0
    const stopAtSecond = () => {
      if (++calls === 2) throw new Error('stopped')
    }
    await expect(rewrapKeys(byTest({ db, keys: both }), stopAtSecond)).rejects.toThrow('stopped')
    expect(await keysInUse()).toEqual([oldKey.current.id, both.current.id].sort())
    expect((await listKeyIds(db)).sort()).toEqual([oldKey.current.id, both.current.id].sort())
    await expectAllReadable(both)
    await expect(checkKeys(db, newKeyAlone)).rejects.toBeInstanceOf(KeyError)

    const done = new Map<string, number>()
    await rewrapKeys(byTest({ db, keys: both }), (table, count) => done.set(table, count))
    expect(Object.fromEntries(done)).toEqual({ ...ALL_OF_IT, credentials: 201 })
    await expectAllReadable(newKeyAlone)
    expect(await listKeyIds(db)).toEqual([both.current.id])
  })

  it('has nothing to do in a second run', async () => {
    await fill(oldKey)
    await rewrapKeys(byTest({ db, keys: both }), quiet)
    const { rows: before } = await db.pool.query('select id, secret from credentials order by id')
    await rewrapKeys(byTest({ db, keys: both }), (_, count) => expect(count).toBe(0))
    const { rows: after } = await db.pool.query('select id, secret from credentials order by id')
    expect(after).toEqual(before)
  })

  it('works while rows are written with the new key, replaced and removed', async () => {
    await fill(oldKey)
    let writing = true
    const write = (async () => {
      for (let count = 0; writing || count < 5; count++) {
        await issue(both, 20)
        if (count < 10) await addWebhook(both)
        await answer(both, `during-${count}`)
        await db.pool.query("delete from idempotency_keys where key = 'order-1'")
        answers.delete('order-1')
      }
    })()
    await rewrapKeys(byTest({ db, keys: both }), quiet)
    writing = false
    await write
    expect(await keysInUse()).toEqual([both.current.id])
    expect(await listKeyIds(db)).toEqual([both.current.id])
    await expectAllReadable(newKeyAlone)
  })

  it('never forgets a key that a row still needs, even if a node writes with it until the end', async () => {
    await fill(oldKey)
    // A node that was not restarted yet writes after the credentials are done and before the last table is read.
    let written = false
    const meanwhile: Database = {
      ...db,
      async query(statement, values) {
        if (!written && statement.text.includes('from idempotency_keys')) {
          written = true
          await issue(oldKey, 1)
        }
        return db.query(statement, values)
      },
    }
    await rewrapKeys(byTest({ db: meanwhile, keys: both }), quiet)
    expect(written).toBe(true)
    const registered = await listKeyIds(db)
    for (const id of await keysInUse()) expect(registered).toContain(id)
  })

  it('stops before forgetting any key if a row cannot be decrypted', async () => {
    await issue(oldKey, 2)
    await issue(parseKeys(newKey()), 1)
    await expect(rewrapKeys(byTest({ db, keys: both }), quiet)).rejects.toBeInstanceOf(KeyError)
    expect(await listKeyIds(db)).toContain(oldKey.current.id)
  })

  it('leaves only the new key in an empty database', async () => {
    await rewrapKeys(byTest({ db, keys: both }), quiet)
    expect(await listKeyIds(db)).toEqual([both.current.id])
  })
})

describe('checkKeys', () => {
  it('fails and names the key if a registered key is missing', async () => {
    await expect(checkKeys(db, newKeyAlone)).rejects.toThrow(oldKey.current.id)
    expect(await listKeyIds(db)).toEqual([oldKey.current.id])
  })

  it('registers the current key once', async () => {
    await checkKeys(db, both)
    await checkKeys(db, both)
    expect(await listKeyIds(db)).toEqual([oldKey.current.id, both.current.id])
  })
})
