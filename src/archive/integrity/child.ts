// The process that computes positions and quality.
import { doOneJob } from '../process/child.ts'
import { runStation } from './station-run.ts'

doOneJob(runStation)
