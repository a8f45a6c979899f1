import type { Offer, Spot, Value } from './tree.ts'

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const described = ({ word, about }: Offer) => quoted(about === '' ? word : `${word}:${about}`)

export function zshScript(spots: readonly Spot[]): string {
  const paths = spots.flatMap(({ path }) => (path === '' ? [] : [quoted(path)]))
  const values = spots.flatMap(({ path, options }) =>
    options.flatMap(({ word, value }) =>
      value === null ? [] : [`    ${quoted(`${path} ${word}`)}) ${offerOf(value)} ;;`],
    ),
  )
  const places = spots.map(
    ({ path, words, options, takesFile }) => `    ${quoted(path)})
      offers=(${words.map(described).join(' ')})
      options=(${options.map(described).join(' ')})
      ${takesFile ? '_files' : ':'} ;;`,
  )
  return `#compdef vertice
# Completion of vertice for zsh. In ~/.zshrc, after compinit:  eval "$(vertice completion zsh)"
_vertice() {
  local way= word
  local -a offers options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${way:+$way }$word" in
      ${paths.join(' | ')}) way="\${way:+$way }$word" ;;
    esac
  done
  case "$way $words[CURRENT-1]" in
${values.join('\n')}
  esac
  case "$way" in
${places.join('\n')}
  esac
  (( $#offers )) && _describe command offers
  _describe -o option options
}
if [ "$funcstack[1]" = _vertice ]; then _vertice "$@"; else compdef _vertice vertice; fi
`
}

function offerOf(value: Value): string {
  if (value === 'file') return '_files; return'
  return value === 'anything' ? 'return' : `compadd -- ${value.map(quoted).join(' ')}; return`
}
