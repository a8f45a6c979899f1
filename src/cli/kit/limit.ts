import { whole, withDefault } from './flags.ts'

/** For lists that grow without bound. */
export const limit = withDefault(100, whole('N', 'max number of entries', { from: 1, to: 999_999 }))
