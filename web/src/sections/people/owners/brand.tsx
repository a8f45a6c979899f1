import { ColorInput, Group, Text, TextInput } from '@mantine/core'
import type { OwnBrand } from '../../../../../src/http/console/contract/people/people.ts'
import { Form } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { useMe } from '../../../session/session.tsx'
import { Samples, SWATCHES } from '../../settings/accent.tsx'
import { LogoField } from '../../settings/logo-field.tsx'
import { usePeopleWords } from '../words.ts'
import classes from './brand.module.css'

/** The head of a page or sheet, as the organization's customers see it. */
export function BrandPanel({ brand }: { brand: OwnBrand }) {
  const { brand: words } = usePeopleWords().owners
  const { network } = useMe()
  const colour = brand.deep ?? 'var(--accent-deep)'
  const isOwn = brand.name !== null || brand.logo !== null || brand.accent !== null
  const name = brand.name ?? network.name
  return (
    <Panel title={words.title}>
      <div className={classes.head} style={{ borderBottomColor: colour }}>
        {brand.logo ? (
          <img src={brand.logo} alt={name} className={classes.logo} />
        ) : (
          <Text fw={600} size="lg" style={{ color: colour }}>
            {name}
          </Text>
        )}
      </div>
      <Hint>{isOwn ? words.own : words.network}</Hint>
    </Panel>
  )
}

interface EditProps {
  readonly ownerId: number
  readonly brand: OwnBrand
}

export function BrandEdit({ ownerId, brand }: EditProps) {
  const { brand: words, saved: said } = usePeopleWords().owners
  const { network } = useMe()
  const renew = useRenew()
  const saved = () => {
    notify(said)
    void renew('/owners')
  }
  const form = useFields(
    { name: brand.name ?? '', accent: brand.accent ?? '' },
    ({ name, accent }) =>
      api.patch(at('/owners/:id/brand', { id: ownerId }), { name: name.trim() || null, accent: accent.trim() || null }),
    saved,
  )
  const { name, accent } = form.values
  const isChanged = name.trim() !== (brand.name ?? '') || accent.toLowerCase() !== (brand.accent ?? '')
  return (
    <Panel title={words.title}>
      <Hint>{words.hint}</Hint>
      <LogoField
        label={words.logo}
        none={words.noLogo}
        theme="light"
        address={brand.logo}
        mayChange
        put={async (file, type) => {
          await api.upload(at('/owners/:id/logo', { id: ownerId }), {}, type, file)
          saved()
        }}
        remove={async () => {
          await api.delete(at('/owners/:id/logo', { id: ownerId }))
          saved()
        }}
      />
      <Form form={form} action={words.save} changed={isChanged} narrow>
        <TextInput {...form.text('name')} label={words.name} placeholder={network.name} maxLength={120} />
        <ColorInput
          label={words.accent}
          placeholder={words.networkAccent}
          value={accent}
          onChange={(value) => form.set('accent', value)}
          error={form.faultOf('accent')}
          format="hex"
          swatches={SWATCHES}
          closeOnColorSwatchClick
          withEyeDropper={false}
        />
        <Group grow>{accent !== '' && <Samples wanted={accent} known={undefined} />}</Group>
      </Form>
    </Panel>
  )
}
