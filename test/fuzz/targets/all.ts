import type { Target } from '../target.ts'
import { BODY_TARGETS } from './bodies.ts'
import { BUS_TARGETS } from './bus.ts'
import { FILE_TARGETS } from './files.ts'
import { NTRIP_TARGETS } from './ntrip.ts'
import { RTCM_TARGETS } from './rtcm.ts'
import { TEXT_TARGETS } from './texts.ts'

export const TARGETS: readonly Target[] = [
  ...NTRIP_TARGETS,
  ...RTCM_TARGETS,
  ...FILE_TARGETS,
  ...BODY_TARGETS,
  ...TEXT_TARGETS,
  ...BUS_TARGETS,
]
