import { Text } from '@mantine/core'
import type { LoginLink } from '../../../../../src/http/console/contract/people/people.ts'
import { SecretDialog } from '../../../parts/dialogs/secret-dialog.tsx'
import { LogMoment } from '../../../parts/text/moment.tsx'
import { usePeopleWords } from '../words.ts'

export interface LinkFor {
  readonly link: LoginLink
  readonly email: string
  /** The user whose drawer opens after the link is stored. */
  readonly userId: number
}

/** Shows the link to choose a password. The service stores only its hash, so it is shown once. */
export function LinkDialog({ link: shown, onStored }: { link: LinkFor | null; onStored: () => void }) {
  const { users: words } = usePeopleWords()
  return (
    <SecretDialog
      title={shown ? words.linkTitle[shown.link.purpose === 'reset' ? 'reset' : 'invitation'] : ''}
      secret={shown?.link.url ?? null}
      onStored={onStored}
    >
      {shown && (
        <Text size="sm" component="div">
          {words.linkHint(shown.email)} <LogMoment at={shown.link.expiresAt} />.
        </Text>
      )}
    </SecretDialog>
  )
}
