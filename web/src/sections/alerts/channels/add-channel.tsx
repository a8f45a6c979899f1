import { Button, Select, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import type { ChannelsOf, ShownChannel } from '../../../../../src/http/console/contract/alerts/channels.ts'
import { useLanguage } from '../../../language.tsx'
import { FormDialog } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { useRenew } from '../../../service/answers.ts'
import { api } from '../../../service/api.ts'
import { useChannelWords } from './words.ts'

type Service = ShownChannel['service']

interface Props {
  readonly of: ChannelsOf
  readonly channels: readonly ShownChannel[]
  readonly canMail: boolean
}

const WEBHOOKS: readonly Service[] = ['slack', 'teams', 'discord']

export function AddChannel(props: Props) {
  const words = useChannelWords()
  const [adding, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        {words.add}
      </Button>
      {adding && <AddDialog {...props} onClose={close} />}
    </>
  )
}

function AddDialog({ of, channels, canMail, onClose }: Props & { onClose: () => void }) {
  const words = useChannelWords()
  const { language } = useLanguage()
  const renew = useRenew()
  const hasEmail = of === 'network' || !canMail || channels.some(({ service }) => service === 'email')
  const services: Service[] = hasEmail ? [...WEBHOOKS] : ['email', ...WEBHOOKS]
  const form = useFields(
    { service: services[0]!, name: '', url: '' },
    ({ service, name, url }) =>
      api.post('/channels', {
        ...{ of, service, language, name: name.trim() || words.services[service] },
        ...(service !== 'email' && { url: url.trim() }),
      }),
    async () => {
      onClose()
      notify(words.added)
      await renew('/channels')
    },
  )
  const { service } = form.values
  return (
    <FormDialog opened form={form} action={words.add} title={words.add} light={false} onClose={onClose}>
      <Select
        {...form.value('service')}
        label={words.service}
        data={services.map((value) => ({ value, label: words.services[value] }))}
        onChange={(chosen) => form.set('service', chosen as Service)}
        allowDeselect={false}
      />
      <TextInput {...form.text('name')} label={words.name} placeholder={words.services[service]} maxLength={60} />
      {service !== 'email' && service !== 'telegram' && (
        <TextInput
          {...form.text('url')}
          label={words.url}
          description={`${words.urlHints[service]} ${words.urlSecret}`}
          autoComplete="off"
          spellCheck={false}
          required
        />
      )}
    </FormDialog>
  )
}
