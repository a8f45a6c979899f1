import {
  Checkbox,
  Group,
  NumberInput,
  Select,
  type SelectProps,
  Stack,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { type AddedForm, AddedMessagesFields } from './added-messages.tsx'
import type { AlterationValues } from './alteration-values.ts'
import { AnnouncedFrameFields, type FrameForm } from './announced-frame.tsx'
import { useMountpointWords } from './words.ts'

type Choice = 'form' | 'rule' | 'ephemerides'
type Path = 'form' | 'constellations' | 'everySeconds' | 'messages'

interface AlterationForm {
  readonly values: AlterationValues
  set<Name extends keyof AlterationValues>(name: Name, value: AlterationValues[Name]): void
  text(name: keyof AlterationValues): TextInputProps
  choice<Name extends Choice>(name: Name, words: Readonly<Record<AlterationValues[Name], string>>): SelectProps
  faultOf(
    path: Parameters<AddedForm['faultOf']>[0] | Parameters<FrameForm['faultOf']>[0] | `alteration.${Path}`,
  ): string | undefined
}

/** `ofNetwork`: messages about one station cannot be added. */
export function AlterationFields({ form, ofNetwork = false }: { form: AlterationForm; ofNetwork?: boolean }) {
  const words = useMountpointWords()
  const { text, values, faultOf } = form
  return (
    <>
      <Select
        {...form.choice('form', words.forms)}
        label={words.form}
        description={words.formHint}
        error={faultOf('alteration.form')}
      />
      <Checkbox.Group
        label={words.constellations}
        description={words.constellationsHint}
        value={values.constellations}
        onChange={(chosen) => form.set('constellations', chosen)}
        error={faultOf('alteration.constellations')}
      >
        <Group gap="md" mt={8}>
          {Object.entries(words.constellationNames).map(([value, name]) => (
            <Checkbox key={value} value={value} label={name} />
          ))}
        </Group>
      </Checkbox.Group>
      <NumberInput
        label={words.every}
        description={words.everyHint}
        value={values.everySeconds}
        onChange={(seconds) => form.set('everySeconds', seconds)}
        error={faultOf('alteration.everySeconds')}
        min={0}
        max={3600}
      />
      <Stack gap="xs">
        <Select {...form.choice('rule', words.rules)} label={words.rule} />
        {values.rule !== 'all' && (
          <TextInput
            {...text('types')}
            label={words.types}
            description={words.typesHint}
            error={faultOf('alteration.messages')}
          />
        )}
      </Stack>
      <AnnouncedFrameFields form={form} />
      <AddedMessagesFields form={form} ofNetwork={ofNetwork} />
    </>
  )
}
