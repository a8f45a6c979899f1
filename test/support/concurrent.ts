import { AsyncLocalStorage } from 'node:async_hooks'
import { it, type TestContext, type TestOptions, onTestFinished as vitestOnTestFinished } from 'vitest'

const running = new AsyncLocalStorage<TestContext>()

/**
 * Declares a test that runs concurrently with the file's other tests declared this way. For tests that mostly wait and
 * share no state. `expect.poll` works only with the `expect` of the test's context.
 */
export function concurrently(
  name: string,
  test: (context: TestContext) => Promise<void>,
  options: TestOptions = {},
): void {
  it.concurrent(name, options, (context) => running.run(context, () => test(context)))
}

/**
 * Vitest's `onTestFinished` registers with the test that started last. This one registers with the test that calls it.
 */
export function onTestFinished(work: () => unknown): void {
  const register = running.getStore()?.onTestFinished ?? vitestOnTestFinished
  register(async () => void (await work()))
}
