import { Checkbox, Select, Textarea } from '@mantine/core'
import type { Incident } from '../../../../src/console/contract/incidents.ts'
import { useAnswer } from '../../answers.ts'
import type { useFields } from '../../parts/forms/use-fields.ts'
import { useIncidentWords } from './words.ts'

export interface NoteValues {
  readonly stage: Incident['stage']
  readonly text: string
  readonly mail: boolean
}

/** As the service takes it: each line a paragraph. */
export const sentNote = ({ text, ...rest }: NoteValues) => ({
  ...rest,
  paragraphs: text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
})

type NoteForm = Pick<ReturnType<typeof useFields<NoteValues, unknown>>, 'choice' | 'text' | 'flag' | 'faultOf'>

/** What a note says, and whether it goes to those who subscribed. */
export function NoteFields({ form }: { form: NoteForm }) {
  const words = useIncidentWords()
  const { data } = useAnswer('/incidents/audience')
  return (
    <>
      <Select {...form.choice('stage', words.stages)} label={words.stage} />
      <Textarea
        {...form.text('text')}
        error={form.faultOf('paragraphs')}
        label={words.text}
        description={words.textHint}
        autosize
        minRows={3}
        maxLength={2_000}
        required
      />
      <Checkbox
        {...form.flag('mail')}
        label={words.mail(data?.subscribers ?? 0)}
        description={data?.sendsMail === false ? words.noMail : undefined}
      />
    </>
  )
}
