import { Button, type ButtonProps } from '@mantine/core'
import { IconArrowLeft, IconBook, IconPlus, type TablerIcon } from '@tabler/icons-react'
import { Link } from 'wouter'
import { usePartWords } from '../../words/common.ts'

interface Props extends ButtonProps {
  readonly href: string
  readonly text: string
}

export function LinkButton({ icon: Icon, text, ...rest }: Props & { readonly icon: TablerIcon }) {
  return (
    <Button component={Link} variant="default" leftSection={<Icon size={16} aria-hidden />} {...rest}>
      {text}
    </Button>
  )
}

/** The primary action of a list. */
export const NewButton = (props: Props) => <LinkButton icon={IconPlus} variant="filled" {...props} />

export const BackButton = (props: Props) => <LinkButton icon={IconArrowLeft} {...props} />

/** Links to the API reference. */
export function ReferenceButton() {
  const words = usePartWords()
  return (
    <Button
      component="a"
      href="/docs"
      target="_blank"
      variant="default"
      leftSection={<IconBook size={16} aria-hidden />}
    >
      {words.reference}
    </Button>
  )
}
