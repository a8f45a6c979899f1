import { SecretDialog } from '../../parts/dialogs/secret-dialog.tsx'
import { CodeBlock } from '../../parts/text/code-block.tsx'
import type { Token } from '../webhooks/types.ts'
import { usePlatformWords } from '../webhooks/words.ts'

/** The only time that anybody sees it, with a way to try it at once. */
export function TokenSecret({
  made,
  onStored,
}: {
  made: { token: Token; secret: string } | null
  onStored: () => void
}) {
  const { tokens: words } = usePlatformWords()
  const command = `curl -H 'Authorization: Bearer ${made?.secret ?? ''}' ${location.origin}/api/v1/stations`
  return (
    <SecretDialog
      title={made ? words.secretTitle(made.token.name) : ''}
      secret={made?.secret ?? null}
      onStored={onStored}
    >
      <CodeBlock label={words.tryIt} text={command} />
    </SecretDialog>
  )
}
