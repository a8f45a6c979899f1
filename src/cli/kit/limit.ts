import { whole, withDefault } from './flags.ts'

/** Of lists that grow for ever. */
export const limit = withDefault(100, whole('N', 'at most so many', { from: 1, to: 999_999 }))
