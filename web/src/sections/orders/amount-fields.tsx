import { Group, Select, TextInput } from '@mantine/core'
import { CURRENCIES, type Currency, minorOf } from '../../parts/text/money.ts'
import { useOrderWords } from './words.ts'

/** An amount as people write it. What is no amount is said once something stands there. */
export function AmountFields({
  label,
  amount,
  currency,
  onAmount,
  onCurrency,
}: {
  label: string
  amount: string
  currency: Currency
  onAmount: (amount: string) => void
  onCurrency: (currency: Currency) => void
}) {
  const words = useOrderWords()
  const wrong = amount !== '' && minorOf(amount, currency) === null
  return (
    <Group align="flex-start" wrap="nowrap">
      <TextInput
        label={label}
        description={words.amountHint}
        value={amount}
        onChange={({ currentTarget }) => onAmount(currentTarget.value)}
        inputMode="decimal"
        autoComplete="off"
        required
        error={wrong && words.amountFault}
        style={{ flex: 1 }}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Select
        label={words.currency}
        data={CURRENCIES}
        value={currency}
        onChange={(value) => onCurrency(value as Currency)}
        allowDeselect={false}
        w={110}
      />
    </Group>
  )
}
