import { inspectConfig } from '../../base/config/config.ts'
import { asJson, printJson, verb } from '../kit/command.ts'
import { email } from '../kit/email.ts'
import { progressLine } from '../kit/progress.ts'
import { examine } from './examine.ts'
import type { Finding } from './finding.ts'

export const command = verb({
  summary: 'looks for what is wrong, and says what to do',
  more: `Settings, ports, database, processes, encryption keys, backups, clock, disk, open files, the caster's certificate, the public addresses, mail and NATS; with the service running or not. It changes nothing. (An embedded database that does not run is started to be looked at, and stopped again.)

Every line is ok, warn or fail. The exit code is 1 if any is fail, else 0.`,
  flags: { 'send-to': email('also sends a mail there; without it none is sent'), ...asJson },
  async run({ 'send-to': sendTo, json }) {
    const { show, clear } = progressLine()
    show('looking …')
    const findings = await examine(inspectConfig(), sendTo).finally(clear)
    const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
    const isWell = count('fail') === 0
    if (json) printJson({ ok: isWell, findings })
    else {
      for (const finding of findings) console.log(lineOf(finding))
      console.log(`\n${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} wrong`)
    }
    return isWell ? 0 : 1
  },
})

const lineOf = ({ state, check, what, todo }: Finding) =>
  `${state.padEnd(4)}  ${check.padEnd(11)}  ${what}${todo === null ? '' : `\n${' '.repeat(19)}→ ${todo}`}`
