import { group } from '../kit/command.ts'
import { run } from './run.ts'

export const command = group({ run })
