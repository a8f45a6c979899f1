// Three organizations: the operator and two resellers. Each has a token, and sees only its own credentials.

import type { ActionContext } from '../../actions/context.ts'
import { ensureOwner } from '../../actions/people/owners.ts'
import { setQuotas } from '../../actions/people/quotas.ts'
import { createTokenOf } from '../../actions/people/tokens/create.ts'
import { type Actor, program } from '../../domain/audit/action.ts'
import type { Quotas } from '../../domain/people/quota.ts'
import { SCOPES } from '../../domain/people/tokens/token.ts'
import { NETWORK_NAME, TOKEN_NAME } from './names.ts'

/** `survey` and `farm` are resellers. */
export type Seller = 'operator' | 'survey' | 'farm'

export const ORGANIZATION_NAMES: Readonly<Record<Seller, string>> = {
  operator: NETWORK_NAME,
  survey: 'Bajío Geomática',
  farm: 'AgroNorte',
}

const EMAILS: Readonly<Record<Seller, string>> = {
  operator: 'hola@anahuac-rtk.example',
  survey: 'hola@bajio-geomatica.example',
  farm: 'hola@agronorte.example',
}

/** Above what the reseller that sells while the demo runs issues in a day. */
const QUOTAS: Readonly<Record<'survey' | 'farm', Partial<Quotas>>> = {
  survey: { inForce: 2_000, issuedPerDay: 3_000, webhooks: 5 },
  farm: { inForce: 80, issuedPerDay: 25 },
}

export interface Organization {
  readonly ownerId: number
  readonly secret: string
  /** The organization's software, which calls the API with its token. */
  readonly by: Actor
}

export type Organizations = Readonly<Record<Seller, Organization>>

export async function writeOrganizations(context: ActionContext): Promise<Organizations> {
  const write = async (seller: Seller): Promise<Organization> => {
    const name = ORGANIZATION_NAMES[seller]
    await ensureOwner(context, name, EMAILS[seller])
    const { token, secret } = await createTokenOf(context, name, { name: TOKEN_NAME, scopes: SCOPES, expiresAt: null })
    return { ownerId: token.ownerId, secret, by: program(token, { id: 'demo', ip: '127.0.0.1' }) }
  }
  return { operator: await write('operator'), survey: await write('survey'), farm: await write('farm') }
}

/** Call after the past credentials are written: quotas limit what is issued from now on. */
export async function writeQuotas(context: ActionContext, { survey, farm }: Organizations): Promise<void> {
  await setQuotas(context, survey.ownerId, QUOTAS.survey)
  await setQuotas(context, farm.ownerId, QUOTAS.farm)
}
