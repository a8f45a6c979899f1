import { system } from '../../src/domain/audit/action.ts'

/** For the actions of a test itself: with what it works, and that nobody in particular did it. */
export const byTest = <Means extends object>(means: Means, now = new Date()) => ({ ...means, now, by: system('test') })
