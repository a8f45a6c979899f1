import { Checkbox, Select, Textarea } from '@mantine/core'
import type { Incident } from '../../../../../src/http/console/contract/alerts/incidents.ts'
import type { useFields } from '../../../parts/forms/use-fields.ts'
import { useAnswer } from '../../../service/answers.ts'
import { useIncidentWords } from './words.ts'

export interface NoteValues {
  /** `null` keeps the current stage, even if another user changes it meanwhile. */
  readonly stage: Incident['stage'] | null
  readonly text: string
  readonly mail: boolean
}

/** The request body: each line is a paragraph. `present` is the current stage. */
export const sentNote = ({ stage, text, mail }: NoteValues, present: Incident['stage']) => ({
  stage: stage ?? present,
  mail,
  paragraphs: text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
})

type NoteForm = Pick<
  ReturnType<typeof useFields<NoteValues, unknown>>,
  'values' | 'choice' | 'text' | 'flag' | 'faultOf'
>

export function NoteFields({ form, present }: { form: NoteForm; present: Incident['stage'] }) {
  const words = useIncidentWords()
  const { data } = useAnswer('/incidents/audience')
  return (
    <>
      <Select {...form.choice('stage', words.stages)} value={form.values.stage ?? present} label={words.stage} />
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
