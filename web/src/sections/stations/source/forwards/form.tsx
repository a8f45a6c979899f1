import { SegmentedControl, Select, TextInput } from '@mantine/core'
import type { ShownForward } from '../../../../../../src/http/console/contract/stations/forwards.ts'
import type { StationDetail } from '../../../../../../src/http/console/contract/stations/stations.ts'
import { Form } from '../../../../parts/forms/form.tsx'
import { useFields } from '../../../../parts/forms/use-fields.ts'
import { notify } from '../../../../parts/notify.ts'
import { useAnswer, useRenew } from '../../../../service/answers.ts'
import { api, at } from '../../../../service/api.ts'
import { useForwardWords } from './words.ts'

type Revision = ShownForward['revision']
const REVISIONS: readonly Revision[] = [1, 2]

/** A TCP port that takes the bytes without NTRIP. */
export const isPlain = (url: string): boolean => url.trim().startsWith('tcp:')

export function ForwardForm({ station }: { station: StationDetail }) {
  const words = useForwardWords()
  const renew = useRenew()
  const { data } = useAnswer('/mountpoints', { query: { stationId: station.id } })
  const path = at('/stations/:id/forwards', station)
  const form = useFields(
    { url: '', revision: 1 as Revision, mountpoint: null as string | null },
    ({ url, revision, mountpoint }) => api.post(path, { url: url.trim(), revision, mountpoint }),
    async () => {
      form.reset()
      notify(words.added)
      await renew(path)
    },
  )
  const revision = form.value('revision')
  const derived = data?.mountpoints ?? []
  return (
    <Form form={form} action={words.add} narrow>
      <TextInput
        label={words.url}
        description={words.urlHint}
        autoComplete="off"
        spellCheck={false}
        required
        {...form.text('url')}
      />
      {!isPlain(form.values.url) && (
        <SegmentedControl
          aria-label={words.revision}
          style={{ alignSelf: 'flex-start' }}
          value={String(form.values.revision)}
          onChange={(chosen) => revision.onChange(Number(chosen) as Revision)}
          data={REVISIONS.map((value) => ({ value: String(value), label: words.revisions[value] }))}
        />
      )}
      {derived.length > 0 && (
        <Select
          label={words.stream}
          data={derived.map(({ name }) => name)}
          placeholder={words.own}
          clearable
          {...form.value('mountpoint')}
        />
      )}
    </Form>
  )
}
