// The signed-in user and their permissions, loaded once. Any response with `signed_out` shows the login.
import { createContext, use } from 'react'
import type { Me } from '../../../src/http/console/contract/people/people.ts'
import { MINUTE_MS } from '../parts/time-units.ts'
import { keyOf, useAnswer } from '../service/answers.ts'

export type Permission = Me['permissions'][number]

export const ME = keyOf('/me')

export const useMeQuery = () => useAnswer('/me', { staleTime: MINUTE_MS, retry: false })

export const SignedIn = createContext<Me | null>(null)

export function useMe(): Me {
  const me = use(SignedIn)
  if (!me) throw new Error('No user is signed in')
  return me
}

export const useMay = (permission: Permission): boolean => useMe().permissions.includes(permission)
