import { group } from '../kit/command.ts'
import { base } from './base.ts'
import { position } from './position.ts'
import { run } from './run.ts'

export const command = group({ run, position, base })
