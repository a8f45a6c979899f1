import type { Spot, Value } from './tree.ts'

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

export function fishScript(spots: readonly Spot[]): string {
  const paths = spots.flatMap(({ path }) => (path === '' ? [] : [quoted(path)]))
  const lines = spots.flatMap(({ path, words, options, takesFile }) => {
    const here = `complete -c vertice -n "__vertice_at ${quoted(path)}"`
    return [
      ...words.map(({ word, about }) => `${here} -a ${quoted(word)} -d ${quoted(about)}`),
      ...options.map(
        ({ word, about, value }) =>
          `${here} -l ${word.slice(2)}${value === null ? '' : taking(value)} -d ${quoted(about)}`,
      ),
      ...(takesFile ? [`${here} -F`] : []),
    ]
  })
  return `# Completion of vertice for fish:  vertice completion fish > ~/.config/fish/completions/vertice.fish
function __vertice_at
    set -l path ''
    for word in (commandline -opc)[2..-1]
        set -l longer (string trim -- "$path $word")
        if contains -- "$longer" ${paths.join(' ')}
            set path $longer
        end
    end
    test "$path" = "$argv[1]"
end
complete -c vertice -f
${lines.join('\n')}
`
}

function taking(value: Value): string {
  if (value === 'file') return ' -r -F'
  return value === 'anything' ? ' -x' : ` -x -a ${quoted(value.join(' '))}`
}
