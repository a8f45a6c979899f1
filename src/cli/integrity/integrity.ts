import { group } from '../kit/command.ts'
import { base } from './base.ts'
import { limits } from './limits.ts'
import { position } from './position.ts'
import { run } from './run.ts'
import { status } from './status.ts'

export const command = group({ run, status, limits, position, base })
