import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { png } from '../../../support/pictures.ts'
import { expectInvalid, expectProblem } from '../../../support/problems.ts'
import { type Browser, TestConsole } from '../support.ts'

let site: TestConsole
let norte: number
let operator: Browser
beforeAll(async () => {
  site = await TestConsole.start()
  norte = await site.owner('Red Norte')
  operator = await site.signedIn('operator')
})
afterAll(() => site.stop())

const upload = (who: Browser, file: Buffer, id = norte) =>
  who.send('POST', `/owners/${id}/logo`, file, { 'content-type': 'image/png' })
const brand = async (who = operator) => (await who.get(`/owners/${norte}`)).body.brand

describe('the brand of an organization', () => {
  it('is set by the operator, seen by the organization and audited', async () => {
    expect(await brand()).toEqual({ name: null, accent: null, deep: null, logo: null })
    const answer = await operator.patch(`/owners/${norte}/brand`, { name: 'Topo Bajío', accent: '#FFCC00' })
    expect(answer.body.brand).toMatchObject({ name: 'Topo Bajío', accent: '#ffcc00', logo: null })
    expect(answer.body.brand.deep).not.toBe('#ffcc00') // unreadable on white
    expect(await site.lastAuditEntry()).toMatchObject({
      action: 'owner.changed',
      subject_id: norte,
      details: { brand: { name: 'Topo Bajío', accent: '#ffcc00' }, was: { brand: { name: null, accent: null } } },
    })
    expect((await upload(operator, png())).body.brand.logo).toMatch(/^\/brand\/[0-9a-f]{16}$/)
    expect((await site.lastAuditEntry())!.details).toMatchObject({ logo: { kind: 'png' } })
    await operator.patch(`/owners/${norte}/brand`, { name: null })
    const seen = await brand(await site.signedIn('reseller', norte))
    expect(seen).toMatchObject({ name: null, accent: '#ffcc00', logo: expect.stringContaining('/brand/') })
    expect((await operator.delete(`/owners/${norte}/logo`)).body.brand.logo).toBeNull()
  })

  it('is not changed by a reseller, a viewer or a wrong value', async () => {
    const before = await brand()
    for (const who of [await site.signedIn('reseller', norte), await site.signedIn('viewer')]) {
      expectProblem(await who.patch(`/owners/${norte}/brand`, { name: 'Mine' }), 403, 'forbidden')
      expectProblem(await upload(who, png()), 403, 'forbidden')
      expectProblem(await who.delete(`/owners/${norte}/logo`), 403, 'forbidden')
    }
    expectInvalid(await operator.patch(`/owners/${norte}/brand`, { accent: 'red' }), '/accent')
    expectInvalid(await upload(operator, Buffer.from('<svg/>')), '/logo')
    expectInvalid(await upload(operator, Buffer.alloc(0)), '/logo')
    expectProblem(await operator.patch('/owners/999999/brand', { name: 'X' }), 404, 'owner_not_found')
    expectProblem(await upload(operator, png(), 999_999), 404, 'owner_not_found')
    expect(await brand()).toEqual(before)
  })
})
