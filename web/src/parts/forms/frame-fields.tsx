import { Select, TextInput, type TextInputProps } from '@mantine/core'
import { useAnswer } from '../../service/answers.ts'
import { usePartWords } from '../../words/common.ts'
import { type FrameValues, OTHER_FRAME } from './frame-values.ts'

interface FrameForm {
  readonly values: FrameValues
  set(name: keyof FrameValues, value: string): void
  text(name: keyof FrameValues): TextInputProps
  faultOf(name: keyof FrameValues): string | undefined
}

interface Props {
  readonly form: FrameForm
  readonly hint: string
  /** The frame that an empty choice means; undefined if one must be chosen. */
  readonly inherited?: string
  readonly id?: string
  readonly readOnly?: boolean
}

const HINTS_BELOW: TextInputProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error']

export function FrameFields({ form, hint, inherited, id, readOnly = false }: Props) {
  const words = usePartWords().frame
  const { data } = useAnswer('/frames', { staleTime: Number.POSITIVE_INFINITY })
  const { frame } = form.values
  const frames = data?.frames ?? []
  const chosen = frames.find(({ key }) => key === frame)
  const choose = (key: string) => {
    form.set('frame', key)
    form.set('epoch', String(frames.find((one) => one.key === key)?.epoch ?? ''))
  }
  return (
    <>
      <Select
        id={id}
        name="frame"
        label={words.label}
        description={hint}
        inputWrapperOrder={HINTS_BELOW}
        searchable
        allowDeselect={false}
        readOnly={readOnly}
        data={[
          ...(inherited === undefined ? [] : [{ value: '', label: inherited }]),
          ...frames.map(({ key, name, epoch, epsg, country }) => ({
            value: key,
            label: words.option(name, epoch, [country, `EPSG:${epsg}`].filter(Boolean).join(', ')),
          })),
          { value: OTHER_FRAME, label: words.other },
        ]}
        value={frame}
        onChange={(key) => choose(key ?? '')}
        error={form.faultOf('frame')}
      />
      {chosen && chosen.epoch === null && (
        <TextInput
          label={words.epoch}
          description={words.epochHint}
          inputMode="decimal"
          {...form.text('epoch')}
          inputWrapperOrder={HINTS_BELOW}
          readOnly={readOnly}
        />
      )}
      {frame === OTHER_FRAME && (
        <TextInput
          label={words.text}
          description={words.textHint}
          required
          {...form.text('datum')}
          inputWrapperOrder={HINTS_BELOW}
          readOnly={readOnly}
        />
      )}
    </>
  )
}
