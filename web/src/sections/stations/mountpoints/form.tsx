import { Anchor, Checkbox, Group, NumberInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link, useLocation, useSearch } from 'wouter'
import type { Mountpoint } from '../../../../../src/http/console/contract/network/mountpoints.ts'
import { ConfirmButton } from '../../../parts/buttons/confirm-button.tsx'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { StationSelect } from '../../../parts/forms/station-select.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { Facts } from '../../../parts/text/facts.tsx'
import { toNumber } from '../../../parts/text/typed-number.ts'
import { useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { AddedMessagesFields } from './added-messages.tsx'
import { addedIn, addedValuesOf } from './added-values.ts'
import { AnnouncedFrameFields } from './announced-frame.tsx'
import { NotConverted } from './not-converted.tsx'
import { MountpointPreview } from './preview.tsx'
import { useAlterationText } from './use-alteration-text.ts'
import { useMountpointWords } from './words.ts'

export const MOUNTPOINTS_PATH = '/mountpoints'

const valuesOf = (mountpoint: Mountpoint | null, stationId: number | null) => ({
  name: mountpoint?.name ?? '',
  stationId: mountpoint?.stationId ?? stationId,
  label: mountpoint?.label ?? '',
  form: mountpoint?.alteration.form ?? ('as_is' as Mountpoint['alteration']['form']),
  constellations: [...(mountpoint?.alteration.constellations ?? [])] as string[],
  everySeconds: (mountpoint?.alteration.everySeconds ?? '') as number | string,
  rule: (mountpoint?.alteration.messages?.rule ?? 'all') as 'all' | 'keep' | 'drop',
  types: mountpoint?.alteration.messages?.types.join(', ') ?? '',
  frame: mountpoint?.alteration.announced?.frame ?? '',
  epoch: String(mountpoint?.alteration.announced?.epoch ?? ''),
  ...addedValuesOf(mountpoint?.alteration ?? null),
  isOpen: mountpoint?.isOpen ?? false,
})
type Values = ReturnType<typeof valuesOf>

/** `mountpoint` is `null` for a new one. */
export function MountpointForm({ mountpoint }: { mountpoint: Mountpoint | null }) {
  const words = useMountpointWords()
  const [, go] = useLocation()
  const renew = useRenew()
  const asked = Number(new URLSearchParams(useSearch()).get('stationId')) || null
  const done = async (message: string) => {
    notify(message)
    await renew('/mountpoints', '/sourcetable')
    go(MOUNTPOINTS_PATH)
  }
  const form = useFields(
    valuesOf(mountpoint, asked),
    (values, before) => save(mountpoint, values, before),
    ({ mountpoint: { name } }) => void done(mountpoint ? words.saved(name) : words.made(name)),
  )
  const { text, value, values, faultOf } = form
  return (
    <DetailDrawer title={mountpoint?.name ?? words.add} listPath={MOUNTPOINTS_PATH}>
      {mountpoint && (
        <Group justify="space-between" gap="xs">
          <OfStation mountpoint={mountpoint} />
          <RemoveButton mountpoint={mountpoint} onRemoved={() => done(words.removed(mountpoint.name))} />
        </Group>
      )}
      {mountpoint && <NotConverted mountpoint={mountpoint} />}
      <Form form={form} action={mountpoint ? words.save : words.create}>
        {!mountpoint && (
          <>
            <TextInput {...text('name')} label={words.name} description={words.nameHint} maxLength={100} required />
            <StationSelect {...value('stationId')} label={words.station} required />
          </>
        )}
        <TextInput {...text('label')} label={words.label} description={words.labelHint} maxLength={100} />
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
        <AddedMessagesFields form={form} />
        {values.stationId !== null && (
          <MountpointPreview
            stationId={values.stationId}
            form={values.form}
            constellations={values.constellations}
            messages={changeOf(values).alteration.messages}
          />
        )}
        <Switch {...form.flag('isOpen')} label={words.openField} description={words.openHint} />
      </Form>
    </DetailDrawer>
  )
}

function OfStation({ mountpoint: { stationId, stationCode } }: { mountpoint: Mountpoint }) {
  const words = useMountpointWords()
  return (
    <Text size="sm">
      {words.station}:{' '}
      <Anchor component={Link} href={`/stations/${stationId}`} underline="always">
        {stationCode}
      </Anchor>
    </Text>
  )
}

function RemoveButton({ mountpoint, onRemoved }: { mountpoint: Mountpoint; onRemoved: () => Promise<void> }) {
  const words = useMountpointWords()
  const { name, connected } = mountpoint
  return (
    <ConfirmButton
      size="xs"
      leftSection={<IconTrash size={16} aria-hidden />}
      action={words.remove}
      title={words.removeTitle(name)}
      consequence={words.removeConsequence(connected)}
      onConfirm={async () => {
        await api.delete(at('/mountpoints/:name', { name }))
        await onRemoved()
      }}
    />
  )
}

/** For users who may not change mountpoints. */
export function MountpointShown({ mountpoint }: { mountpoint: Mountpoint }) {
  const words = useMountpointWords()
  const textOf = useAlterationText()
  const { name, label, alteration, isOpen } = mountpoint
  return (
    <DetailDrawer title={name} listPath={MOUNTPOINTS_PATH}>
      <OfStation mountpoint={mountpoint} />
      <Facts
        facts={[
          [words.gives, textOf(alteration)],
          [words.access, isOpen ? words.open : words.closed],
          ...(label ? [[words.label, label] as const] : []),
        ]}
      />
      <NotConverted mountpoint={mountpoint} />
    </DetailDrawer>
  )
}

/** For an existing mountpoint, sends only changes, to keep those of other users. */
function save(mountpoint: Mountpoint | null, values: Values, before: Values) {
  const { name, stationId } = values
  const change = changeOf(values)
  if (!mountpoint) return api.post('/mountpoints', { name: name.trim(), stationId: stationId!, ...change })
  const was = changeOf(before)
  const isChanged = (field: keyof typeof change) => JSON.stringify(change[field]) !== JSON.stringify(was[field])
  return api.patch(at('/mountpoints/:name', { name: mountpoint.name }), {
    ...(isChanged('label') && { label: change.label }),
    ...(isChanged('isOpen') && { isOpen: change.isOpen }),
    ...(isChanged('alteration') && { alteration: change.alteration }),
  })
}

function changeOf(values: Values) {
  const { label, form, constellations, everySeconds, rule, types, frame, epoch, isOpen } = values
  return {
    label: label.trim() || null,
    isOpen,
    alteration: {
      form,
      constellations: constellations.length === 0 ? null : constellations,
      everySeconds: everySeconds === '' ? null : Number(everySeconds),
      messages: rule === 'all' ? null : { rule, types: numbersIn(types) },
      announced: frame === '' ? null : { frame, epoch: epochIn(epoch) },
      ...addedIn(values),
    },
  }
}

/** The service rejects text that is not a number. */
const epochIn = (text: string) => (text.trim() === '' ? null : (toNumber(text) as number))

/** Text that is not a number is sent as 0, which the service rejects with a reason. */
const numbersIn = (text: string): number[] =>
  text
    .split(/[,\s]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d{1,5}$/.test(part) ? Number(part) : 0))
