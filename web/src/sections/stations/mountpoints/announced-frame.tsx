import { Select, TextInput, type TextInputProps } from '@mantine/core'
import { useAnswer } from '../../../service/answers.ts'
import { usePartWords } from '../../../words/common.ts'
import { useMountpointWords } from './words.ts'

type Field = 'frame' | 'epoch'

export interface FrameForm {
  readonly values: { readonly [Name in Field]: string }
  set(name: Field, value: string): void
  text(name: Field): TextInputProps
  faultOf(path: `alteration.announced.${Field}`): string | undefined
}

/** Frames without a realization cannot be transformed to, and the service rejects them with a reason. */
export function AnnouncedFrameFields({ form }: { form: FrameForm }) {
  const words = useMountpointWords()
  const parts = usePartWords().frame
  const { data } = useAnswer('/frames', { staleTime: Number.POSITIVE_INFINITY })
  const frames = data?.frames ?? []
  const { frame } = form.values
  const chosen = frames.find(({ key }) => key === frame)
  const choose = (key: string) => {
    form.set('frame', key)
    form.set('epoch', String(frames.find((one) => one.key === key)?.epoch ?? ''))
  }
  const [frameFault, epochFault] = [
    form.faultOf('alteration.announced.frame'),
    form.faultOf('alteration.announced.epoch'),
  ]
  return (
    <>
      <Select
        name="frame"
        label={words.announced}
        description={words.announcedHint}
        searchable
        allowDeselect={false}
        data={[
          { value: '', label: words.announcedAsSent },
          ...frames.map(({ key, name, epoch, epsg, country }) => ({
            value: key,
            label: parts.option(name, epoch, [country, `EPSG:${epsg}`].filter(Boolean).join(', ')),
          })),
        ]}
        value={frame}
        onChange={(key) => choose(key ?? '')}
        error={frameFault ?? (chosen?.epoch == null ? undefined : epochFault)}
      />
      {chosen && chosen.epoch === null && (
        <TextInput
          label={parts.epoch}
          description={parts.epochHint}
          inputMode="decimal"
          {...form.text('epoch')}
          error={epochFault}
        />
      )}
    </>
  )
}
