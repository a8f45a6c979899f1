// The process that makes RINEX files.
import { doOneJob } from '../process/child.ts'
import { makeRinex } from './make.ts'

doOneJob(makeRinex)
