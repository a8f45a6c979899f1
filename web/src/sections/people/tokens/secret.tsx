import { SecretDialog } from '../../../parts/dialogs/secret-dialog.tsx'
import { CodeBlock } from '../../../parts/text/code/code-block.tsx'
import type { MadeToken } from './form.tsx'
import { firstRequest } from './presets.ts'
import { useTokenWords } from './words.ts'

/** Shows the token once, with a command to try it. */
export function TokenSecret({ made, onStored }: { made: MadeToken | null; onStored: () => void }) {
  const words = useTokenWords()
  return (
    <SecretDialog
      title={made ? words.secretTitle(made.token.name) : ''}
      secret={made?.secret ?? null}
      onStored={onStored}
    >
      {made && <CodeBlock label={words.tryIt} text={firstRequest(made.token.scopes, location.origin, made.secret)} />}
    </SecretDialog>
  )
}
