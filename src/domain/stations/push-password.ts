import { type Fault, fault } from '../codes/fault.ts'

const LONGEST = 100
/** NTRIP 1 separates the password from the mountpoint by a space, and some sources send `user:password`. */
const FORM = /^[\x21-\x39\x3b-\x7e]+$/
const SHORTEST_STRONG = 8

/** Checks a push password that the operator chose; `null` if it can be used. */
export const pushPasswordFault = (password: string): Fault | null =>
  FORM.test(password) && password.length <= LONGEST ? null : fault('push_password_form', { most: LONGEST })

/** Weak passwords are accepted and reported: the receiver in the field already uses them. */
export const isWeakPushPassword = (password: string): boolean =>
  password.length < SHORTEST_STRONG || new Set(password).size < 4

/** A password of a file, by the mountpoint to which the station pushes. */
export interface GivenPushPassword {
  readonly mountpoint: string
  readonly password: string
}
