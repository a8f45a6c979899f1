import { Group, Select, TextInput } from '@mantine/core'
import type { FieldFault } from '../../parts/forms/form-faults.ts'
import { CURRENCIES, type Currency, minorOf } from '../../parts/text/money.ts'
import { useOrderWords } from './words.ts'

interface Field<Value> {
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly error?: string | undefined
}

interface Props {
  readonly label: string
  readonly amount: Field<string>
  readonly currency: Field<Currency>
  readonly fault: string | undefined
}

interface Sold {
  readonly days: number
  readonly amount: string
  readonly currency: Currency
}

/** Faults of the amount and the validity. Empty required fields report themselves. */
export function lacksOfAmount({ days, amount, currency }: Sold): FieldFault[] {
  const wrong = amount.trim() !== '' && minorOf(amount, currency) === null
  return [
    ...(days >= 1 ? [] : [{ path: 'validitySeconds', code: 'too_small', params: { least: 1 } }]),
    ...(wrong ? [{ path: 'amount', code: 'not_valid', params: {} }] : []),
  ]
}

/** An amount as typed. Invalid text is reported at once, an empty field is not. */
export function AmountFields({ label, amount, currency, fault }: Props) {
  const words = useOrderWords()
  const wrong = amount.value !== '' && minorOf(amount.value, currency.value) === null
  return (
    <Group align="flex-start" wrap="nowrap">
      <TextInput
        data-field="amount"
        label={label}
        description={words.amountHint}
        value={amount.value}
        onChange={({ currentTarget }) => amount.onChange(currentTarget.value)}
        inputMode="decimal"
        autoComplete="off"
        required
        error={wrong ? words.amountFault : (fault ?? amount.error)}
        style={{ flex: 1 }}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Select
        label={words.currency}
        data={CURRENCIES}
        value={currency.value}
        onChange={(value) => currency.onChange(value as Currency)}
        error={currency.error}
        allowDeselect={false}
        w={110}
      />
    </Group>
  )
}
