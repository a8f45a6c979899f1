/** Size of a heavy test: `ci` runs with the long tests and proves the same; `npm run test:nightly` uses `nightly`. */
export const sized = <Value>({ ci, nightly }: { readonly ci: Value; readonly nightly: Value }): Value =>
  isNightly ? nightly : ci

export const isNightly = process.env.TEST_SIZE === 'nightly'

/**
 * Suffix of tests that run only at full size: `it.skipIf(!isNightly)(nightly('…'))`. `SkipReporter` lists such tests.
 */
export const NIGHTLY_MARK = ' (nightly)'
export const nightly = (name: string): string => name + NIGHTLY_MARK
