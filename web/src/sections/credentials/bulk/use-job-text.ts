import type { Job } from '../../../../../src/http/console/contract/credentials/jobs.ts'
import { useFigures } from '../../../parts/text/figures.ts'
import { useBulkWords } from './words.ts'

export function useJobText() {
  const { job: words } = useBulkWords()
  const { number } = useFigures()
  const title = ({ kind, fileName, total }: Job) => fileName || words.titles[kind](number(total))
  const progress = ({ gathering, total, issued, failed }: Job) =>
    gathering ? words.gathering(number(total)) : words.progress(number(issued + failed), number(total))
  return {
    title,
    progress,
    state: (job: Job) => {
      if (job.state === 'running') return words.running(title(job), progress(job))
      return job.state === 'stopped' ? words.stopped(title(job)) : words.finished(title(job), job.failed)
    },
  }
}
