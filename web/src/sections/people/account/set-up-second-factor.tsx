import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { SecretDialog } from '../../../parts/dialogs/secret-dialog.tsx'
import { notify } from '../../../parts/notify.ts'
import { useRenew } from '../../../service/answers.ts'
import { api } from '../../../service/api.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { SecondFactorSetup, type SetupKey } from './second-factor-setup.tsx'
import { useAccountWords } from './words.ts'

interface Props {
  /** Shows the button. The dialogs stay open until done, regardless of this. */
  readonly shown: boolean
  readonly onDone?: () => void
}

/** Asks for the password, shows the app key, checks a code, and shows the recovery codes once. */
export function SetUpSecondFactor({ shown, onDone }: Props) {
  const { secondFactor: words } = useAccountWords()
  const renew = useRenew()
  const [asked, setAsked] = useState(false)
  const [key, setKey] = useState<SetupKey | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <>
      {shown && <Button onClick={() => setAsked(true)}>{words.setUp}</Button>}
      <PasswordDialog
        opened={asked}
        title={words.title}
        action={words.continue}
        onPassword={async (shown) => setKey(await api.post('/account/second-factor', shown))}
        onClose={() => setAsked(false)}
      />
      <SecondFactorSetup
        setup={key}
        onConfirmed={(made) => {
          setKey(null)
          setCodes(made)
          notify(words.enabled)
        }}
        onClose={() => setKey(null)}
      />
      <SecretDialog
        title={words.codesTitle}
        secret={codes?.join('\n') ?? null}
        onStored={async () => {
          setCodes(null)
          await renew('/me')
          onDone?.()
        }}
      >
        <Text size="sm">{words.codesHint}</Text>
      </SecretDialog>
    </>
  )
}
