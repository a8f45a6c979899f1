import type { Target } from '../target.ts'
import { FILES } from './find.ts'

export const TARGETS: readonly Target[] = (await Promise.all(FILES.map((load) => load()))).flat()
