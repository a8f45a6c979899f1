/**
 * The size of a heavy test: `ci` is small and proves the same promise in every run of the long tests; `npm run test:nightly` runs the full size.
 */
export const sized = <Value>({ ci, nightly }: { readonly ci: Value; readonly nightly: Value }): Value =>
  isNightly ? nightly : ci

export const isNightly = process.env.TEST_SIZE === 'nightly'

/** The end of the name of a test that runs at full size only: `it.skipIf(!isNightly)(nightly('…'))`. `SkipReporter` lists such tests. */
export const NIGHTLY_MARK = ' (nightly)'
export const nightly = (name: string): string => name + NIGHTLY_MARK
