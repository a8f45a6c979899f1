import { Text } from '@mantine/core'
import type { LoginLink } from '../../../../../src/http/console/contract/people/people.ts'
import { SecretDialog } from '../../../parts/dialogs/secret-dialog.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { usePeopleWords } from '../words.ts'

export interface LinkFor {
  readonly link: LoginLink
  readonly email: string
  /** Opened once the link is stored. */
  readonly userId: number
}

/** The link to choose a password with: we keep its hash, so this is the only time it is seen. */
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
          {words.linkHint(shown.email)} <Moment at={shown.link.expiresAt} />.
        </Text>
      )}
    </SecretDialog>
  )
}
