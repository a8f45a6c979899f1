import { ROVERS_REV1 } from './rovers-rev1.ts'
import { ROVERS_REV2 } from './rovers-rev2.ts'
import { SOURCES } from './sources.ts'
import { TABLES } from './tables.ts'

export { ROVERS_REV1, ROVERS_REV2, SOURCES, TABLES }
export const ROVERS = [...ROVERS_REV1, ...ROVERS_REV2]
export const ALL_FORMS = [...ROVERS, ...SOURCES, ...TABLES]
