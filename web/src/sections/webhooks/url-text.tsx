import { Text } from '@mantine/core'

/** Emphasises the host; the rest can be long. */
export function UrlText({ url }: { url: string }) {
  if (!URL.canParse(url)) return <span className="code">{url}</span>
  const { protocol, host } = new URL(url)
  const rest = url.slice(url.indexOf(host) + host.length)
  return (
    <span className="code">
      {protocol === 'https:' ? '' : `${protocol}//`}
      {host}
      <Text span inherit fw={400} c="dimmed">
        {rest}
      </Text>
    </span>
  )
}
