import { system } from '../../src/domain/audit/action.ts'

/** For the actions of a test itself: with what it works, and that nobody in particular did it. */
export const byTest = <Dependencies extends object>(dependencies: Dependencies, now = new Date()) => ({
  ...dependencies,
  now,
  by: system('test'),
})
