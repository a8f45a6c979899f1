import { system } from '../../src/domain/audit/action.ts'

/** The context for actions that a test calls directly, with `system('test')` as the actor. */
export const byTest = <Dependencies extends object>(dependencies: Dependencies, now = new Date()) => ({
  ...dependencies,
  now,
  by: system('test'),
})
