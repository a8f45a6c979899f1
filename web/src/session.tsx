// Who is signed in, and what they may do. Asked once; a refusal anywhere that says "signed out" brings the login back.
import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { api } from './api.ts'
import type { Language } from './language.tsx'

export const ROLES = ['administrator', 'operator', 'viewer', 'reseller'] as const
export type Role = (typeof ROLES)[number]

/** As domain/people/permissions.ts names them; the service decides, the pages only leave out what it would refuse. */
export type Permission =
  | `${'network' | 'credentials' | 'orders' | 'webhooks' | 'tokens' | 'owners' | 'users' | 'settings'}.${'read' | 'change'}`
  | 'credentials.reveal'
  | 'system.read'
  | 'audit.read'

export interface Me {
  readonly user: {
    readonly id: number
    readonly email: string
    readonly name: string
    readonly role: Role
    /** Of a reseller: whose things it sees. */
    readonly ownerId: number | null
    readonly ownerName: string | null
    readonly language: Language | null
    readonly hasSecondFactor: boolean
  }
  readonly permissions: readonly Permission[]
  readonly recoveryCodesLeft: number | null
  readonly network: {
    readonly name: string
    /** Everything in it is made up: the demo. */
    readonly simulated: boolean
  }
  readonly version: string
  /** Customers can be written to. */
  readonly canMail: boolean
}

export const ME = ['me'] as const

export const useMeQuery = () =>
  useQuery({ queryKey: ME, queryFn: ({ signal }) => api.get<Me>('/me', {}, signal), staleTime: 60_000, retry: false })

export const SignedIn = createContext<Me | null>(null)

export function useMe(): Me {
  const me = use(SignedIn)
  if (!me) throw new Error('nobody is signed in here')
  return me
}

export const useMay = (permission: Permission): boolean => useMe().permissions.includes(permission)
