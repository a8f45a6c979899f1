import { concurrently, onTestFinished } from './concurrent.ts'

const ended: string[] = []
const secondRuns = Promise.withResolvers<void>()

concurrently('cleanup belongs to the test that registers it, also if another one started later', async () => {
  await secondRuns.promise
  onTestFinished(() => ended.push('first'))
})

concurrently('which is over before its neighbour', async ({ expect }) => {
  onTestFinished(() => ended.push('second'))
  secondRuns.resolve()
  await expect.poll(() => ended).toEqual(['first'])
})
