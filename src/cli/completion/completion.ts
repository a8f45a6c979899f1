import { UsageError, verb } from '../kit/command.ts'
import type { Commands } from '../kit/declare.ts'
import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import { spots } from './tree.ts'
import { zshScript } from './zsh.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript }

export const completionOf = (commands: Commands) =>
  verb({
    summary: 'prints what lets a shell complete commands and options',
    more: `  bash   eval "$(vertice completion bash)"     in ~/.bashrc
  zsh    eval "$(vertice completion zsh)"      in ~/.zshrc, after compinit
  fish   vertice completion fish > ~/.config/fish/completions/vertice.fish

It is made of what this release can do: print it again after an upgrade.`,
    args: ['bash|zsh|fish'],
    async run(_, shell) {
      if (!Object.hasOwn(SCRIPTS, shell)) throw new UsageError(`there is none for "${shell}": bash, zsh or fish`)
      process.stdout.write(SCRIPTS[shell as keyof typeof SCRIPTS](await spots(commands)))
    },
  })
