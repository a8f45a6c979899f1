// Lookups at a real name server on loopback that answers, is silent, or returns private addresses.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type NameSettings, Names } from '../../../src/base/outgoing/names.ts'
import { openSender } from '../../../src/base/outgoing/send.ts'
import { fault } from '../../../src/domain/codes/fault.ts'
import { targetRefuser } from '../../../src/outbound/webhooks/target.ts'
import { measuresTime } from '../../support/loop-watch.ts'
import { type NameServer, nameServer, type Told } from '../../support/name-server.ts'
import { until } from '../../support/process.ts'

function namesOf({ address }: NameServer, settings: NameSettings = {}): Names {
  const names = new Names({ servers: [address], ...settings })
  onTestFinished(() => names.close())
  return names
}

const serverOf = (known: Record<string, Told>, ttlSeconds?: number) =>
  nameServer((name) => known[name] ?? null, ttlSeconds)

it('returns all addresses of a name, and asks once for concurrent callers until the TTL ends', async () => {
  const server = await serverOf({ 'two.example': ['93.184.216.34', '93.184.216.35'] })
  const names = namesOf(server)
  const found = await Promise.all(Array.from({ length: 100 }, () => names.addressesOf('Two.Example.')))
  expect(found[0]).toEqual([
    { address: '93.184.216.34', family: 4 },
    { address: '93.184.216.35', family: 4 },
  ])
  await names.addressesOf('two.example')
  expect(server.asked).toEqual(['two.example'])
})

it('asks again after the TTL', async () => {
  const answers = [['93.184.216.34'], ['93.184.216.35']]
  const server = await nameServer(() => answers[server.asked.length > 1 ? 1 : 0]!, 0)
  const names = namesOf(server)
  expect(await names.addressesOf('moving.example')).toMatchObject([{ address: '93.184.216.34' }])
  await until(async () => (await names.addressesOf('moving.example'))[0]!.address === '93.184.216.35')
})

it('caches at most a thousand names', async () => {
  const server = await nameServer(() => ['93.184.216.34'])
  const names = namesOf(server)
  await names.addressesOf('first.example')
  for (let index = 0; index < 1_000; index += 50)
    await Promise.all(Array.from({ length: 50 }, (_, more) => names.addressesOf(`n${index + more}.example`)))
  await names.addressesOf('first.example')
  expect(server.asked.filter((name) => name === 'first.example')).toHaveLength(2)
})

it('reports that a name does not resolve, also on a timeout, and caches that briefly', async () => {
  const server = await serverOf({ 'silent.example': 'silence' })
  const names = namesOf(server, { timeoutMs: 300 })
  for (const name of ['none.example', 'none.example', 'silent.example', 'silent.example'])
    await expect(names.addressesOf(name)).rejects.toThrow(`${name} does not resolve`)
  expect(server.asked.filter((name) => name === 'none.example')).toHaveLength(1)
  const nobody = new Names({ servers: ['127.0.0.1:1'], timeoutMs: 300 })
  await expect(nobody.addressesOf('any.example')).rejects.toThrow('does not resolve')
})

it(
  'uses the answer of one address family if the other is dropped, before its full timeout',
  measuresTime(),
  async () => {
    const server = await serverOf({ 'half.example': { only: ['93.184.216.34'] } })
    const address = { address: '93.184.216.34', family: 4 }
    const patient = namesOf(server, { timeoutMs: 60_000 })
    const asked = performance.now()
    expect(await patient.addressesOf('half.example')).toEqual([address])
    // The resolver's own timeout is three seconds.
    expect(performance.now() - asked).toBeLessThan(2_500)
    expect(await namesOf(server, { timeoutMs: 450 }).addressesOf('half.example')).toEqual([address])
  },
)

it('reads the hosts file, and sends no queries for names of this machine', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-hosts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const hostsFile = join(folder, 'hosts')
  writeFileSync(hostsFile, '# inside\n10.1.2.3 erp ERP.lan # the old one\n\nfd00::3\terp\nnonsense erp\n')
  const server = await serverOf({})
  const names = namesOf(server, { hostsFile })
  expect(await names.addressesOf('erp')).toEqual([
    { address: '10.1.2.3', family: 4 },
    { address: 'fd00::3', family: 6 },
  ])
  expect(await names.addressesOf('erp.LAN')).toEqual([{ address: '10.1.2.3', family: 4 }])
  expect(await names.addressesOf('app.localhost')).toMatchObject([{ address: '127.0.0.1' }, { address: '::1' }])
  expect(server.asked).toEqual([])
})

it('checks every address of a name, also if it changes', async () => {
  const server = await nameServer((name) => {
    if (name === 'azure.example') return ['168.63.129.16']
    if (name === 'mixed.example') return ['93.184.216.34', '127.0.0.1']
    return name === 'inside.example' ? ['10.0.0.1'] : null
  })
  const sender = openSender([], 2_000, { names: namesOf(server) })
  onTestFinished(() => sender.close())
  const failureOf = async (name: string) => (await sender.send(`https://${name}/`, '{}', {})).error
  expect(await failureOf('mixed.example')).toEqual({ code: 'forbidden_address', params: { address: '127.0.0.1' } })
  expect(await failureOf('inside.example')).toEqual({ code: 'forbidden_address', params: { address: '10.0.0.1' } })
  expect(await failureOf('azure.example')).toEqual({ code: 'forbidden_address', params: { address: '168.63.129.16' } })
  expect(await failureOf('none.example')).toEqual({ code: 'unresolved', params: {} })
  const refuse = targetRefuser([], namesOf(server))
  for (const name of ['mixed', 'inside', 'azure'])
    expect(await refuse(`https://${name}.example/`)).toEqual(fault('not_public'))
  expect(await refuse('https://none.example/')).toBeNull()
})
