import { defineConfig } from 'vitest/config'
import { DurationReporter, LongestFirst } from './test/support/durations.ts'
import { FailureReporter } from './test/support/failures.ts'
import { SkipReporter } from './test/support/skips.ts'

export default defineConfig({
  test: {
    include: ['{test,packages/*/test}/**/*.test.ts'],
    globalSetup: ['test/support/database-server.ts'],
    // Generous, for a machine with ten other busy processes: a timeout finds a test that hangs, not one that is slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 90_000 } },
    maxWorkers: 5, // on two cores: tests wait half of the time, and with four workers a seventh of the cores stayed unused
    // Each file has its own database, servers and ports, and restores what it changes in the process. Loading the
    // service again for each file took as long as all the tests.
    isolate: false,
    // Node loads the TypeScript sources itself, as in production. Transforming them took a twentieth of the processor time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ['--max-semi-space-size=16'], // like the service (bin/vertice.js), because tests measure its memory
    reporters: ['default', new DurationReporter(), new FailureReporter(), new SkipReporter()],
    sequence: { sequencer: LongestFirst },
  },
})
