import { NumberInput, PasswordInput, Select, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { useLocation } from 'wouter'
import type { OfferedMountpoint } from '../../../../src/http/console/contract/network/upstreams.ts'
import { Answered } from '../../parts/answered.tsx'
import { DetailDrawer } from '../../parts/dialogs/detail-drawer.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { notify } from '../../parts/notify.ts'
import { useAnswer, useRenew } from '../../service/answers.ts'
import { api, at } from '../../service/api.ts'
import { UPSTREAMS_PATH as PATH } from './path.ts'
import { useUpstreamWords } from './words.ts'

interface Which {
  readonly id: string
  readonly stationId: string
}

export function EditMountpoint({ id, stationId }: Which) {
  const words = useUpstreamWords()
  const asked = useAnswer(at('/upstreams/:id', { id }), { retry: false })
  const offer = asked.data?.mountpoints.find((one) => one.id === Number(stationId))
  return (
    <DetailDrawer title={offer?.there ?? '…'} listPath={`${PATH}/${id}`}>
      <Answered asked={asked} quiet>
        {() => (offer ? <MountpointForm id={id} offer={offer} /> : <p>{words.mountpointGone}</p>)}
      </Answered>
    </DetailDrawer>
  )
}

const valuesOf = ({ settings, hasLogin }: OfferedMountpoint) => ({
  needsGga: (settings.needsGga === null ? 'listed' : settings.needsGga ? 'yes' : 'no') as 'listed' | 'yes' | 'no',
  name: settings.name ?? '',
  isHidden: settings.isHidden,
  lat: (settings.position?.lat ?? '') as number | string,
  lng: (settings.position?.lng ?? '') as number | string,
  withAccount: hasLogin,
  user: '',
  password: '',
})
type Values = ReturnType<typeof valuesOf>

function MountpointForm({ id, offer }: { id: string; offer: OfferedMountpoint }) {
  const words = useUpstreamWords()
  const [, go] = useLocation()
  const renew = useRenew()
  const done = async () => {
    notify(words.mountpointSaved(offer.there))
    await renew('/upstreams', '/stations')
    go(`${PATH}/${id}`)
  }
  const form = useFields(
    valuesOf(offer),
    (values, before) =>
      api.patch(at('/upstreams/:id/mountpoints/:stationId', { id, stationId: offer.id }), changeOf(values, before)),
    () => void done(),
  )
  const { text, values, set, faultOf } = form
  const degrees = (name: 'lat' | 'lng', most: number) => ({
    value: values[name],
    onChange: (value: number | string) => set(name, value),
    error: faultOf(`position.${name}`),
    ...{ min: -most, max: most, decimalScale: 8 },
  })
  return (
    <Form form={form} action={words.save}>
      <Select {...form.choice('needsGga', words.ggaChoices)} label={words.gga} description={words.ggaHint} />
      <TextInput {...text('name')} label={words.nameHere} description={words.nameHereHint} maxLength={100} />
      <Switch {...form.flag('isHidden')} label={words.hidden} description={words.hiddenHint} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberInput {...degrees('lat', 90)} label={words.lat} description={words.positionHint} />
        <NumberInput {...degrees('lng', 180)} label={words.lng} description={words.positionHint} />
      </SimpleGrid>
      <Switch {...form.flag('withAccount')} label={words.ownAccount} description={words.ownAccountHint} />
      {values.withAccount && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput {...text('user')} label={words.username} error={faultOf('account')} autoComplete="off" />
          <PasswordInput {...text('password')} label={words.password} autoComplete="new-password" />
        </SimpleGrid>
      )}
    </Form>
  )
}

/** Sends only changes, to keep those of other users. */
function changeOf(values: Values, before: Values) {
  const isChanged = (...names: (keyof Values)[]) => names.some((name) => values[name] !== before[name])
  const { needsGga, name, isHidden, lat, lng, withAccount, user, password } = values
  return {
    ...(isChanged('needsGga') && { needsGga: needsGga === 'listed' ? null : needsGga === 'yes' }),
    ...(isChanged('name') && { name: name.trim() || null }),
    ...(isChanged('isHidden') && { isHidden }),
    ...(isChanged('lat', 'lng') && {
      position: lat === '' && lng === '' ? null : { lat: Number(lat), lng: Number(lng) },
    }),
    ...(isChanged('withAccount', 'user', 'password') && { account: withAccount ? { user, password } : null }),
  }
}
