// Preloaded with --import: replaces fixed values with those in TEST_FIXED_VALUES, which the product never reads.
import { FIXED } from '../../src/base/config/fixed.ts'

Object.assign(FIXED, JSON.parse(process.env.TEST_FIXED_VALUES))
