// Runs a service in a process of its own with other values than those of src/base/config/fixed.ts.
import type { FixedValues } from '../../src/base/config/fixed.ts'

const HOOK = new URL('./fixed-values.mjs', import.meta.url).href

/** To be merged into the environment of the process. */
export const withFixed = (values: Partial<FixedValues>) => ({
  NODE_OPTIONS: `--import=${HOOK}`,
  TEST_FIXED_VALUES: JSON.stringify(values),
})
