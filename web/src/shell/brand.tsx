import { Group, Image, Text } from '@mantine/core'
import { useLogos } from '../theme/brand.ts'
import classes from './shell.module.css'

/** The network's logo, or the icon and the network's name. */
export function Brand({ name }: { name: string }) {
  const { light } = useLogos()
  if (light) return <Logo name={name} />
  return (
    <Group gap={10} wrap="nowrap" miw={0}>
      <Image src="/assets/icon.svg" alt="" w={28} h={28} style={{ flexShrink: 0 }} />
      <Text fw={600} truncate title={name}>
        {name}
      </Text>
    </Group>
  )
}

/** The logo for the current theme. */
export function Logo({ name }: { name: string }) {
  const { light, dark } = useLogos()
  if (!light) return <Image src="/assets/icon.svg" alt={name} w={36} h={36} />
  const shown = { alt: name, title: name, className: classes.logo ?? '' }
  if (!dark) return <img {...shown} alt={name} src={light} />
  return (
    <>
      <span className="mantine-dark-hidden">
        <img {...shown} alt={name} src={light} />
      </span>
      <span className="mantine-light-hidden">
        <img {...shown} alt={name} src={dark} />
      </span>
    </>
  )
}
