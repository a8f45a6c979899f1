import type { ListedCredential } from '../../../../src/http/console/contract/credentials/credentials.ts'
import { upperFirst } from '../../parts/text/upper-first.ts'
import { noteText, useCodeWords } from '../../words/codes.ts'
import { useCredentialWords } from './words.ts'

/** The state of the credential already says why. */
const BY_STATE: readonly string[] = ['expired', 'suspended', 'not_started']

/** In a few words: "No GGA", "Wrong password". */
export function useTroubleText(): (trouble: NonNullable<ListedCredential['trouble']>) => string {
  const words = useCodeWords()
  const { stillTries } = useCredentialWords()
  return (trouble) => {
    if (trouble.kind === 'noted') return upperFirst(noteText(words, trouble.note).split(':')[0]!)
    return BY_STATE.includes(trouble.reason) ? stillTries : words.access.reasons[trouble.reason].short
  }
}
