// The process that computes the position of a base.
import { doOneJob } from '../process/child.ts'
import { doBaseStep } from './base-steps.ts'

doOneJob(doBaseStep)
