// What a tenant wrote of a customer. Everything else that a customer gets is in the operator's name: so these words never stand in the place of
// ours, are marked as somebody's, short, and nothing in them is to be clicked on.
import type { CustomerDelivery } from '../domain/delivery/delivery.ts'
import { quotable } from '../domain/text/plain-text.ts'
import type { Words } from './words/es.ts'

export interface IssuersWord {
  readonly name: string
  readonly value: string
}

export function issuersWords({ credential }: CustomerDelivery, words: Words): IssuersWord[] {
  const written = [
    { name: words.for, value: credential.customerName },
    { name: words.label, value: credential.label },
  ]
  return written.flatMap(({ name, value }) => (value ? [{ name, value: `“${quotable(value)}”` }] : []))
}
