import { IconTrash } from '@tabler/icons-react'
import { ConfirmButton } from '../../../parts/buttons/confirm-button.tsx'
import { useMountpointWords } from './words.ts'

interface Props {
  readonly mountpoint: { readonly name: string }
  readonly consequence: string
  readonly remove: () => Promise<unknown>
  readonly onRemoved: () => Promise<void>
}

export function RemoveButton({ mountpoint: { name }, consequence, remove, onRemoved }: Props) {
  const words = useMountpointWords()
  return (
    <ConfirmButton
      size="xs"
      leftSection={<IconTrash size={16} aria-hidden />}
      action={words.remove}
      title={words.removeTitle(name)}
      consequence={consequence}
      onConfirm={async () => {
        await remove()
        await onRemoved()
      }}
    />
  )
}
