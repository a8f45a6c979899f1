// The network's state as a small picture for other pages, with what to paste there.
import { Image } from '@mantine/core'
import { useLanguage } from '../language.tsx'
import { Panel } from '../parts/panel.tsx'
import { CodeBlock } from '../parts/text/code-block.tsx'
import { usePublicWords } from './state.ts'

export function BadgePanel() {
  const words = usePublicWords().badge
  const { language } = useLanguage()
  const path = `/status/badge.svg?language=${language}`
  const html = `<a href="${location.origin}/status"><img src="${location.origin}${path}" alt="${words.alt}"></a>`
  return (
    <Panel title={words.title}>
      <Image src={path} alt={words.alt} w="auto" h={22} maw="100%" fit="contain" style={{ alignSelf: 'flex-start' }} />
      <CodeBlock label={words.hint} text={html} />
    </Panel>
  )
}
