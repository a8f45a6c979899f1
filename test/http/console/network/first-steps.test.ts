// "Served a rover" means that a rover received corrections. Until then the step shows what the last attempt found.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectRover } from '../rovers.ts'
import { type Browser, TestConsole } from '../support.ts'

let site: TestConsole
let operator: Browser
let reseller: Browser
let own: number

beforeAll(async () => {
  site = await TestConsole.start()
  own = await site.owner('Reseller')
  operator = await site.signedIn('operator')
  reseller = await site.signedIn('reseller', own)
})
afterAll(() => site.stop())

const steps = async (browser: Browser) => {
  const { steps, rover } = (await browser.get('/first-steps')).body
  return { open: steps.flatMap(({ name, done }: { name: string; done: boolean }) => (done ? [] : [name])), rover }
}

it('does not count a rover without corrections, and reports why', async () => {
  expect((await steps(reseller)).open).toEqual(['credential', 'rover', 'token'])
  const { credentialId } = await connectRover(site, own)
  const note = JSON.stringify([{ code: 'no_gga', params: {}, at: new Date() }])
  await site.db.pool.query('update sessions set bytes = 0, notes = $1', [note])
  for (const browser of [operator, reseller]) {
    const { open, rover } = await steps(browser)
    expect(open).toContain('rover')
    expect(rover).toMatchObject({ credentialId, finding: { kind: 'noted', note: { code: 'no_gga' } } })
  }
  await site.db.pool.query('update sessions set bytes = 400')
  for (const browser of [operator, reseller]) {
    const { open, rover } = await steps(browser)
    expect(open).not.toContain('rover')
    expect(rover).toBeNull()
  }
})

it('keeps the rovers and credentials of other organizations apart', async () => {
  const other = await site.signedIn('reseller', await site.owner('Other'))
  expect(await steps(other)).toEqual({ open: ['credential', 'rover', 'token'], rover: null })
})

it('warns of local and private addresses once credentials exist', async () => {
  const administrator = await site.signedIn('administrator')
  const warned = async () => (await administrator.get('/me')).body.network.unreachable
  const set = (casterHost: string) => administrator.patch('/settings', { casterHost })
  await set('192.168.1.50')
  expect(await warned()).toMatchObject({ caster: 'private' })
  expect((await administrator.get('/settings')).body.reach.caster).toBe('private')
  await set('rtk.example.mx')
  expect((await administrator.get('/settings')).body.reach.caster).toBe('public')
})
