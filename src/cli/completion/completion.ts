import { UsageError, verb } from '../kit/command.ts'
import type { Commands } from '../kit/declare.ts'
import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import { spots } from './tree.ts'
import { zshScript } from './zsh.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript }

export const completionOf = (commands: Commands) =>
  verb({
    summary: 'print a completion script for your shell',
    more: `  bash   eval "$(vertice completion bash)"     in ~/.bashrc
  zsh    eval "$(vertice completion zsh)"      in ~/.zshrc, after compinit
  fish   vertice completion fish > ~/.config/fish/completions/vertice.fish

The script matches this release: print it again after an upgrade.`,
    args: ['bash|zsh|fish'],
    async run(_, shell) {
      if (!Object.hasOwn(SCRIPTS, shell)) throw new UsageError(`unknown shell "${shell}": expected bash, zsh or fish`)
      process.stdout.write(SCRIPTS[shell as keyof typeof SCRIPTS](await spots(commands)))
    },
  })
