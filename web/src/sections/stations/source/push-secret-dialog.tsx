import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { SecretDialog } from '../../../parts/dialogs/secret-dialog.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import type { Answer, Filled } from '../../../service/api.ts'
import { useStationWords } from '../words.ts'

export type PushSecret = Answer<'POST', Filled<'/stations/:id/secret'>>

interface Props {
  readonly title: string
  readonly made: PushSecret | null
  /** The password works only together with a client certificate. */
  readonly needsCertificate: boolean
  readonly onStored: () => void
  readonly children?: ReactNode
}

/** Shows the receiver's password once, with the address to push to. */
export function PushSecretDialog({ title, made, needsCertificate, onStored, children }: Props) {
  const words = useStationWords()
  return (
    <SecretDialog title={title} secret={made?.secret ?? null} onStored={onStored}>
      {made && (
        <>
          <Text size="sm">{words.secretHint}</Text>
          <Facts
            facts={[
              [words.caster, `${made.casterHost}:${made.casterPort}`],
              [words.mountpoint, made.mountpoint],
              [words.secretUser, words.secretAnyUser],
            ]}
          />
          {needsCertificate && <Text size="sm">{words.secretNeedsCertificate}</Text>}
          {children}
        </>
      )}
    </SecretDialog>
  )
}
