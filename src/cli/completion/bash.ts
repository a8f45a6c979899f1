import type { Spot, Value } from './tree.ts'

export function bashScript(spots: readonly Spot[]): string {
  const paths = spots.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`]))
  const values = spots.flatMap(({ path, options }) =>
    options.flatMap(({ word, value }) => (value === null ? [] : [`    '${path} ${word}') ${offerOf(value)} ;;`])),
  )
  const words = spots.map(({ path, words, options, takesFile }) => {
    const all = [...words, ...options].map(({ word }) => word).join(' ')
    return `    '${path}') words='${all}'${takesFile ? '; compopt -o default' : ''} ;;`
  })
  return `# Completion of vertice for bash 4 or newer. In ~/.bashrc:  eval "$(vertice completion bash)"
_vertice() {
  local current=\${COMP_WORDS[COMP_CWORD]} path= words= word
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${paths.join(' | ')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path \${COMP_WORDS[COMP_CWORD - 1]}" in
${values.join('\n')}
  esac
  [ -n "$words" ] || case "$path" in
${words.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _vertice vertice
`
}

function offerOf(value: Value): string {
  if (value === 'file') return 'compopt -o default; return'
  return value === 'anything' ? 'return' : `words='${value.join(' ')}'`
}
