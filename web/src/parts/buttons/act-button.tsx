import { Button, type ButtonProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ProblemPanel } from '../problem-panel.tsx'

interface Props extends ButtonProps {
  readonly text: string
  readonly label?: string
  readonly hint?: string
  readonly act: () => Promise<unknown>
}

/** A button that acts without confirmation. It shows progress, and an error below it. */
export function ActButton({ text, label, hint, act, ...button }: Props) {
  const { mutate, isPending, error } = useMutation({ mutationFn: act })
  return (
    <>
      <Button {...button} loading={isPending} aria-label={label} title={hint} onClick={() => mutate()}>
        {text}
      </Button>
      {error && <ProblemPanel error={error} />}
    </>
  )
}
