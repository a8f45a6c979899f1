import { Text } from '@mantine/core'
import { SecretDialog } from '../../../parts/dialogs/secret-dialog.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import type { Answer, Filled } from '../../../service/api.ts'
import { useStationWords } from '../words.ts'

export type PushSecret = Answer<'POST', Filled<'/stations/:id/secret'>>

interface Props {
  readonly title: string
  readonly made: PushSecret | null
  /** It opens nothing by itself. */
  readonly needsCertificate: boolean
  readonly onStored: () => void
}

/** The password that a receiver sends with, once, and where it sends to. */
export function PushSecretDialog({ title, made, needsCertificate, onStored }: Props) {
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
            ]}
          />
          {needsCertificate && <Text size="sm">{words.secretNeedsCertificate}</Text>}
        </>
      )}
    </SecretDialog>
  )
}
