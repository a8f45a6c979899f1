// The network's status as a small image for other websites, with the HTML to embed it.
import { Image } from '@mantine/core'
import { useLanguage } from '../../language.tsx'
import { Panel } from '../../parts/panel.tsx'
import { CodeBlock } from '../../parts/text/code/code-block.tsx'
import { usePublicWords } from '../state.ts'

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
