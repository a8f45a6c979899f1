// A native date field. Browsers show its value in their own language, so the chosen date is also below it, in words and in
// the language of the console.
import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { type Language, useLanguage } from '../../language.tsx'
import { localeOf } from '../text/moment.tsx'

/** "jueves, 19 de noviembre de 2026, 14:30"; `null` if the text is not the value of a date field. */
export function dateText(value: string, language: Language): string | null {
  const time = Date.parse(value.includes('T') ? `${value}Z` : value)
  if (Number.isNaN(time)) return null
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat(localeOf(language), {
    ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    ...(value.includes('T') && clock),
    timeZone: 'UTC',
  }).format(time)
}

interface Props extends Omit<TextInputProps, 'type' | 'value' | 'inputContainer'> {
  readonly type: 'date' | 'datetime-local'
  readonly value: string
}

export function DateField(props: Props) {
  const { language } = useLanguage()
  const said = dateText(props.value, language)
  return (
    <TextInput
      {...props}
      inputContainer={(input) => (
        <>
          {input}
          {said && (
            <Text size="xs" c="dimmed" mt={4}>
              {said}
            </Text>
          )}
        </>
      )}
    />
  )
}
