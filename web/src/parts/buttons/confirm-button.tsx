import { Button, type ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Confirm } from '../dialogs/confirm.tsx'

interface Props extends ButtonProps {
  /** Label of the button and of the confirming button. */
  readonly action: string
  readonly title: string
  readonly consequence: ReactNode
  readonly harmless?: boolean
  readonly onConfirm: () => Promise<unknown>
}

export function ConfirmButton({ action, title, consequence, harmless = false, onConfirm, ...button }: Props) {
  const [asked, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" {...button} onClick={open}>
        {action}
      </Button>
      <Confirm
        opened={asked}
        title={title}
        consequence={consequence}
        action={action}
        harmless={harmless}
        onConfirm={onConfirm}
        onClose={close}
      />
    </>
  )
}

export const DestroyButton = (props: Props) => (
  <ConfirmButton color="red.9" variant="outline" style={{ alignSelf: 'flex-start' }} {...props} />
)
