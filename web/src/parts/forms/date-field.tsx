// A native date field. Browsers show its value in their own language, so the chosen date is also below it, in words and in
// the language of the console.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useLanguage } from '../../language.tsx'
import { dateText } from '../text/day-text.ts'
import { Hint } from '../text/hint.ts'
import { localeOf } from '../text/moment.tsx'

interface Props extends Omit<TextInputProps, 'type' | 'value' | 'inputContainer'> {
  readonly type: 'date' | 'datetime-local'
  readonly value: string
}

export function DateField(props: Props) {
  const { language } = useLanguage()
  const said = dateText(props.value, localeOf(language))
  return (
    <TextInput
      {...props}
      inputContainer={(input) => (
        <>
          {input}
          {said && (
            <Hint size="xs" mt={4}>
              {said}
            </Hint>
          )}
        </>
      )}
    />
  )
}
