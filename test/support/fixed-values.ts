// Runs a service process with values other than those of src/base/config/fixed.ts.
import type { FixedValues } from '../../src/base/config/fixed.ts'

const HOOK = new URL('./fixed-values.mjs', import.meta.url).href

/** Merge the result into the environment of the process. */
export const withFixed = (values: Partial<FixedValues>) => ({
  NODE_OPTIONS: `--import=${HOOK}`,
  TEST_FIXED_VALUES: JSON.stringify(values),
})
