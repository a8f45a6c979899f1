// The mail with payment instructions: in the customer's language, without text from third parties, and only while the
// order is pending.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOrder } from '../../../src/actions/orders/create.ts'
import { system } from '../../../src/domain/audit/action.ts'
import { orderPaymentMail } from '../../../src/outbound/mail/order-payment.ts'
import type { Mail } from '../../../src/store/mail/outbox.ts'
import { markCancelled } from '../../../src/store/orders/rows.ts'
import { findOrCreateOwner } from '../../../src/store/people/owners.ts'
import { TestService } from '../../support/service.ts'

let service: TestService
let ownerId: number
beforeAll(async () => {
  service = await TestService.start()
  ownerId = (await findOrCreateOwner(service.db, 'Operator')).id
})
afterAll(() => service.stop())

async function order(language: 'es' | 'en') {
  const { book } = await service.services.current()
  const by = system('shop')
  return createOrder({ db: service.db, book, now: new Date(), by }, ownerId, {
    ownerId,
    productId: null,
    customerName: 'Visit http://spam.example now',
    customerEmail: 'a@example.mx',
    language,
    stationId: null,
    validitySeconds: 3600,
    startsAt: undefined,
    amountMinor: 125_005,
    currency: 'MXN',
    client: '198.51.100.1',
  })
}

const render = async (orderId: number, bankDetails: string | null = 'Banco Uno\nCLABE 0123') => {
  const words = orderPaymentMail({ db: service.db, baseUrl: 'https://rtk.example.mx', takesCards: true, bankDetails })
  return words({ ownerId, data: { orderId } } as Mail, 'Red Uno', new AbortController().signal)
}

it('states the amount, the reference, the link and the bank details, in the language of the order', async () => {
  const { id, key } = await order('es')
  const spanish = await render(id)
  expect(spanish).toMatchObject({ subject: `Red Uno: cómo pagar su pedido #${id}` })
  for (const body of [(spanish as { text: string }).text, (spanish as { html: string }).html]) {
    for (const part of ['1250.05 MXN', `#${id}`, `https://rtk.example.mx/orders/${key}`, 'CLABE 0123'])
      expect(body).toContain(part)
    expect(body).not.toContain('spam.example')
  }
  const english = await render((await order('en')).id, null)
  expect((english as { text: string }).text).toContain('is awaiting payment')
  expect((english as { text: string }).text).not.toContain('CLABE')
})

it('sends no mail once the order is no longer pending', async () => {
  const { id } = await order('es')
  await markCancelled(service.db, id, new Date())
  expect(await render(id)).toHaveProperty('unwanted')
  expect(await render(999_999)).toHaveProperty('unwanted')
})
