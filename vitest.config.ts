import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Few tests that take minutes: begun last, they would keep one core waiting for the other. */
const LONGEST = /\/test\/scenarios\/(crash|start-and-stop)\.long\.test|\/test\/cluster\/|\/test\/e2e\//

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (LONGEST.test(moduleId) ? 0 : 1)
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    include: ['{test,packages/*/test}/**/*.test.ts'],
    globalSetup: ['test/support/database-server.ts'],
    // What a machine takes on which ten others work: a limit is for what hangs, not for what is slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 3, // of two cores: half of a test's time is waiting; of the quick ones four run at once (package.json)
    // Each file has a database, servers and ports of its own, and puts back what it changes of the process: loading the
    // service anew for each took as long again as all the tests.
    isolate: false,
    execArgv: ['--max-semi-space-size=16'], // as the service runs, see bin/vertice.js: what it takes of memory is measured
    reporters: ['default'], // which shows what is skipped, and why, wherever it runs
    sequence: { sequencer: LongestFirst },
  },
})
