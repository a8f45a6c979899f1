import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ShownSite } from '../../../../../src/http/console/contract/stations/equipment.ts'
import type { StationDetail } from '../../../../../src/http/console/contract/stations/stations.ts'
import { DateField } from '../../../parts/forms/date-field.tsx'
import { FormDialog } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { useUtc } from '../archive/use-utc.ts'
import { useRefresh } from '../use-station.ts'
import { utcText, utcTime } from './utc.ts'
import { useEquipmentWords } from './words.ts'

interface Props {
  readonly station: StationDetail
  readonly site: ShownSite
}

const TEXTS = [
  ...(['markerName', 'markerNumber', 'monument', 'place', 'agency'] as const),
  ...(['contactName', 'contactEmail', 'contactPhone'] as const),
] as const

export function SitePanel({ station, site }: Props) {
  const words = useEquipmentWords()
  const { moment } = useUtc()
  const mayChange = useMay('network.change') && !station.archived
  const [opened, { open, close }] = useDisclosure(false)
  const facts: [string, string][] = TEXTS.map((field) => [words.siteFields[field], site[field] || '—'])
  facts.splice(3, 0, [words.siteFields.installedAt, site.installedAt ? moment(site.installedAt) : '—'])
  return (
    <Panel title={words.site}>
      <Hint>{words.siteHint}</Hint>
      <Facts facts={facts} />
      {mayChange && (
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={open}>
          {words.changeSite}
        </Button>
      )}
      {opened && <SiteForm station={station} site={site} onClose={close} />}
    </Panel>
  )
}

function SiteForm({ station, site, onClose }: Props & { onClose: () => void }) {
  const words = useEquipmentWords()
  const refresh = useRefresh()
  const form = useFields(
    { ...site, installedAt: utcText(site.installedAt) },
    (values) => api.patch(at('/stations/:id/site', station), { ...values, installedAt: utcTime(values.installedAt) }),
    async () => {
      notify(words.siteSaved)
      onClose()
      await refresh()
    },
  )
  const hints: Partial<Record<keyof ShownSite, string>> = {
    markerName: words.markerNameHint,
    agency: words.agencyHint,
  }
  return (
    <FormDialog form={form} opened title={words.changeSite} action={words.save} onClose={onClose}>
      {TEXTS.map((field) => (
        <TextInput
          key={field}
          {...form.text(field)}
          label={words.siteFields[field]}
          {...(hints[field] && { description: hints[field] })}
        />
      ))}
      <DateField {...form.text('installedAt')} type="datetime-local" label={words.siteFields.installedAt} />
    </FormDialog>
  )
}
