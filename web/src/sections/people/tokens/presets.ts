// What common programs need, so that an operator need not know the scopes.
import type { Token } from '../../../../../src/http/console/contract/people/tokens.ts'

export type Scope = Token['scopes'][number]
export type Limit = Token['limits'][number]

interface Rights {
  readonly scopes: readonly Scope[]
  readonly limits: readonly Limit[]
}

export const PRESETS = {
  erp: { scopes: ['read', 'provision', 'revoke', 'webhooks'], limits: [] },
  dashboard: { scopes: ['read'], limits: ['no_passwords'] },
  shop: { scopes: ['read', 'provision', 'webhooks'], limits: [] },
} as const satisfies Record<string, Rights>

export type Preset = keyof typeof PRESETS

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((each) => others.includes(each))

/** The preset with exactly these rights; `null` if there is none. */
export const presetOf = ({ scopes, limits }: Rights): Preset | null =>
  (Object.keys(PRESETS) as Preset[]).find(
    (name) => isSame(PRESETS[name].scopes, scopes) && isSame(PRESETS[name].limits, limits),
  ) ?? null

/** A first request that a token with these scopes may make. */
export const firstRequest = (scopes: readonly Scope[], origin: string, token: string): string =>
  `curl ${origin}/api/v1/${scopes.includes('read') ? 'stations' : 'yo'} \\\n  -H 'Authorization: Bearer ${token}'`
