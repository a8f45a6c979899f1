// Texts for the service's codes, from the dictionaries that the service itself uses.
import { en } from '../../../src/words/en.ts'
import { es } from '../../../src/words/es.ts'
import type { Words } from '../../../src/words/words.ts'
import { dictionary } from '../language.tsx'

export { findingText, noteText, sentPartText, sentText } from '../../../src/words/access.ts'
export { attentionText } from '../../../src/words/attention.ts'
export { backupFailureText } from '../../../src/words/backups.ts'
export { mailFailureText } from '../../../src/words/mail.ts'
export { alterationText, leftOutText, streamTroubleText, tableText } from '../../../src/words/network.ts'
export { reasonText } from '../../../src/words/quality.ts'
export { alarmText } from '../../../src/words/stations.ts'
export { attemptText, chatFailureText } from '../../../src/words/webhooks.ts'

export const useCodeWords = dictionary<Words>(es, en)
