import { NumberInput } from '@mantine/core'

interface Props {
  readonly label: string
  readonly description?: string
  readonly value: number
  readonly onChange: (days: number) => void
  readonly error?: string | undefined
  readonly required?: boolean
}

export function DaysField({ onChange, ...rest }: Props) {
  return <NumberInput {...rest} min={1} max={365} allowDecimal={false} onChange={(days) => onChange(Number(days))} />
}
