import {
  Checkbox,
  Group,
  NumberInput,
  Select,
  type SelectProps,
  Switch,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import type { AddedValues } from './added-values.ts'
import { useMountpointWords } from './words.ts'

type Text = 'addedPosition' | 'addedText'
type Sent = 'types' | 'everySeconds' | 'position' | 'text'

export interface AddedForm {
  readonly values: AddedValues
  set<Name extends keyof AddedValues>(name: Name, value: AddedValues[Name]): void
  text(name: Text): TextInputProps
  choice(name: 'ephemerides', words: Readonly<Record<AddedValues['ephemerides'], string>>): SelectProps
  faultOf(path: `alteration.added.${Sent}` | 'alteration.ephemerides' | 'alteration.stationNumber'): string | undefined
}

/** Each base has another position. */
const NOT_OF_NETWORK: readonly string[] = ['1005', '1006']

export function AddedMessagesFields({ form, ofNetwork }: { form: AddedForm; ofNetwork: boolean }) {
  const words = useMountpointWords()
  const { values, set, text, faultOf } = form
  const names = Object.entries(words.addedNames).filter(([type]) => !ofNetwork || !NOT_OF_NETWORK.includes(type))
  const has = (...types: readonly string[]) => types.some((type) => values.addedTypes.includes(type))
  return (
    <>
      <Checkbox.Group
        label={words.added}
        description={ofNetwork ? words.addedOfNetworkHint : words.addedHint}
        value={[...values.addedTypes]}
        onChange={(chosen) => set('addedTypes', chosen)}
        error={faultOf('alteration.added.types')}
      >
        <Group gap="md" mt={8}>
          {names.map(([type, name]) => (
            <Checkbox key={type} value={type} label={name} />
          ))}
        </Group>
      </Checkbox.Group>
      {values.addedTypes.length > 0 && (
        <>
          {has('1005', '1006') && (
            <TextInput
              {...text('addedPosition')}
              label={words.addedPosition}
              description={words.addedPositionHint}
              error={faultOf('alteration.added.position')}
            />
          )}
          {has('1029') && (
            <TextInput
              {...text('addedText')}
              label={words.addedText}
              error={faultOf('alteration.added.text')}
              maxLength={127}
            />
          )}
          <NumberInput
            label={words.addedEvery}
            value={values.addedEvery}
            onChange={(seconds) => set('addedEvery', seconds)}
            error={faultOf('alteration.added.everySeconds')}
            min={1}
            max={3600}
          />
          <Switch
            label={words.addedReplaces}
            description={words.addedReplacesHint}
            checked={values.addedReplaces}
            onChange={(event) => set('addedReplaces', event.currentTarget.checked)}
          />
        </>
      )}
      <Select
        {...form.choice('ephemerides', words.ephemeridesEvery)}
        label={words.ephemerides}
        description={words.ephemeridesHint}
        error={faultOf('alteration.ephemerides')}
      />
      <NumberInput
        label={words.stationNumber}
        description={words.stationNumberHint}
        value={values.stationNumber}
        onChange={(number) => set('stationNumber', number)}
        error={faultOf('alteration.stationNumber')}
        min={0}
        max={4095}
      />
    </>
  )
}
