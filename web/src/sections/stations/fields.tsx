import {
  Button,
  Checkbox,
  Group,
  Input,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { StationStatus } from '../../../../src/http/console/contract/stations/stations.ts'
import { PositionFields } from '../../map/places/position-fields.tsx'
import type { TypedPosition } from '../../map/places/typed-position.ts'
import { FrameFields } from '../../parts/forms/frame-fields.tsx'
import type { useFields } from '../../parts/forms/use-fields.ts'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { Hint } from '../../parts/text/hint.ts'
import { usePartWords } from '../../words/common.ts'
import { ComputedPosition } from './one/computed-position.tsx'
import { DECLARED, type StationValues } from './values.ts'
import { useStationWords } from './words.ts'

const HINTS_BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

type Form = Pick<
  ReturnType<typeof useFields<StationValues, unknown>>,
  'values' | 'set' | 'setValues' | 'text' | 'faultOf' | 'onSubmit' | 'sending' | 'problem'
>

/** A new station needs a code and a name; everything else can be read from its data. */
interface Props {
  readonly form: Form
  readonly action: string
  readonly isNew: boolean
  /** The station that is edited. */
  readonly stationId?: number
}

export function StationFields({ form, action, isNew, stationId }: Props) {
  const words = useStationWords()
  const text = textOf(form)
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {isNew && (
            <TextInput label={words.code} description={words.codeHint} required data-autofocus {...text('code')} />
          )}
          <TextInput label={words.name} required {...text('name')} />
        </SimpleGrid>
        <Position form={form} isNew={isNew} />
        {stationId !== undefined && (
          <ComputedPosition
            stationId={stationId}
            onUse={(position) => form.setValues((current) => ({ ...current, ...position }))}
          />
        )}
        <Advanced form={form} isNew={isNew} />
        {form.problem && <ProblemPanel error={form.problem} />}
        <Group justify="flex-end">
          <Button type="submit" loading={form.sending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Position({ form, isNew }: { form: Form; isNew: boolean }) {
  const words = useStationWords()
  const { values, setValues } = form
  const move = useCallback(
    (position: TypedPosition) => setValues((current) => ({ ...current, ...position })),
    [setValues],
  )
  return (
    <>
      {isNew && (
        <Stack gap={4}>
          <Text size="sm" fw={500} id="position-source">
            {words.position}
          </Text>
          <SegmentedControl
            aria-labelledby="position-source"
            style={{ alignSelf: 'flex-start' }}
            value={values.positionFromStream ? 'stream' : 'typed'}
            onChange={(value) => form.set('positionFromStream', value === 'stream')}
            data={[
              { value: 'stream', label: words.positionFromStream },
              { value: 'typed', label: words.positionTyped },
            ]}
          />
          {values.positionFromStream && <Hint size="xs">{words.positionFromStreamHint}</Hint>}
        </Stack>
      )}
      {!(isNew && values.positionFromStream) && (
        <PositionFields
          value={values}
          onChange={move}
          errors={{ lat: form.faultOf('lat'), lng: form.faultOf('lng') }}
          code={values.code}
          required
        />
      )}
    </>
  )
}

const ADVANCED = [
  ...([
    'federalState',
    'mountpoint',
    'radiusKm',
    'constellations',
    'format',
    'frame',
    'epoch',
    'datum',
    'country',
  ] as const),
  ...(['declaredStatus', 'isRtcm', 'sellsUnmeasured', 'isOpen', 'recorded'] as const),
] as const

/** Rare fields: folded in a new station, unless one has an error. */
function Advanced({ form, isNew }: { form: Form; isNew: boolean }) {
  const words = useStationWords()
  const [isOpen, setOpen] = useState(!isNew)
  const isShown = isOpen || ADVANCED.some((name) => form.faultOf(name) !== undefined)
  const Icon = isShown ? IconChevronDown : IconChevronRight
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ alignSelf: 'flex-start' }}
        aria-expanded={isShown}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => setOpen(!isShown)}
      >
        {words.advanced}
      </Button>
      {isShown && <AdvancedFields form={form} isNew={isNew} />}
    </>
  )
}

function AdvancedFields({ form, isNew }: { form: Form; isNew: boolean }) {
  const words = useStationWords()
  const parts = usePartWords()
  const text = textOf(form)
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label={words.federalState} {...text('federalState')} />
        <TextInput
          label={words.mountpoint}
          description={isNew ? words.mountpointHint : undefined}
          {...text('mountpoint')}
        />
        <TextInput label={words.radiusField} description={words.asNetwork} inputMode="decimal" {...text('radiusKm')} />
        <TextInput label={words.constellations} description={words.asMeasured} {...text('constellations')} />
        <TextInput label={words.format} description={words.asNetwork} {...text('format')} />
        <FrameFields form={form} hint={words.frameHint} inherited={words.frameAsNetwork} />
        <TextInput label={words.country} description={words.asNetwork} {...text('country')} />
        <Select
          label={words.declared}
          description={words.declaredHint}
          inputWrapperOrder={HINTS_BELOW}
          allowDeselect={false}
          data={DECLARED.map((value) => ({ value, label: parts.status[value] }))}
          value={form.values.declaredStatus}
          onChange={(value) => form.set('declaredStatus', value as StationStatus)}
          error={form.faultOf('declaredStatus')}
        />
      </SimpleGrid>
      <VelocityFields form={form} />
      <Checkbox
        label={words.notRtcm}
        description={words.notRtcmHint}
        checked={!form.values.isRtcm}
        onChange={(event) => form.set('isRtcm', !event.currentTarget.checked)}
        error={form.faultOf('isRtcm')}
      />
      <Checkbox
        label={words.sellsUnmeasured}
        description={words.sellsUnmeasuredHint}
        checked={form.values.sellsUnmeasured}
        onChange={(event) => form.set('sellsUnmeasured', event.currentTarget.checked)}
        error={form.faultOf('sellsUnmeasured')}
      />
      <Checkbox
        label={words.isOpen}
        description={words.isOpenHint}
        checked={form.values.isOpen}
        onChange={(event) => form.set('isOpen', event.currentTarget.checked)}
        error={form.faultOf('isOpen')}
      />
      <Checkbox
        label={words.recorded}
        description={words.recordedHint}
        checked={form.values.recorded}
        onChange={(event) => form.set('recorded', event.currentTarget.checked)}
        error={form.faultOf('recorded')}
      />
    </>
  )
}

const VELOCITY = ['velocityEast', 'velocityNorth', 'velocityUp'] as const

function VelocityFields({ form }: { form: Form }) {
  const words = useStationWords()
  const fault = form.faultOf('velocity')
  return (
    <Input.Wrapper label={words.velocity} description={words.velocityHint} error={fault}>
      <SimpleGrid cols={3} spacing="sm" mt={4}>
        {VELOCITY.map((name) => (
          <TextInput
            key={name}
            label={words[name]}
            inputMode="decimal"
            {...form.text(name)}
            error={fault !== undefined}
          />
        ))}
      </SimpleGrid>
    </Input.Wrapper>
  )
}

/** Hints and errors are below the field, so that fields in a row line up. */
const textOf = (form: Form) => (name: keyof StationValues) => ({ ...form.text(name), inputWrapperOrder: HINTS_BELOW })
