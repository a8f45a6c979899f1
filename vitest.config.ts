import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A small file that takes a minute: begun last, as small files are, it would keep one core waiting for the other. */
const LONG = /\/test\/scenarios\/crash\.test/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (LONG.test(moduleId) ? 0 : 1)
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/database-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } }, // a second, as it comes, is not enough on a busy machine
    fileParallelism: true,
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
  },
})
