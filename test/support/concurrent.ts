// Tests of one file that run at the same time.
import { AsyncLocalStorage } from 'node:async_hooks'
import { it, type TestContext, type TestOptions, onTestFinished as vitestOnTestFinished } from 'vitest'

const running = new AsyncLocalStorage<TestContext>()

/**
 * Declares a test that runs beside the other tests of its file that are declared with this function. For tests that wait most of the time and
 * share nothing with each other. `expect.poll` works only with the `expect` of the test's context.
 */
export function concurrently(
  name: string,
  test: (context: TestContext) => Promise<void>,
  options: TestOptions = {},
): void {
  it.concurrent(name, options, (context) => running.run(context, () => test(context)))
}

/** Vitest's `onTestFinished` registers with the test that started last. This one registers with the test that calls it. */
export function onTestFinished(work: () => unknown): void {
  const register = running.getStore()?.onTestFinished ?? vitestOnTestFinished
  register(async () => void (await work()))
}
