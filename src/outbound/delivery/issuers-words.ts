// Texts that a tenant wrote about a customer. Everything else that a customer receives is in the operator's name, so
// these texts are marked as the tenant's, shortened, never replace ours, and contain no clickable links.
import type { CustomerDelivery } from '../../domain/delivery/delivery.ts'
import { quotable } from '../../domain/text/plain-text.ts'
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
