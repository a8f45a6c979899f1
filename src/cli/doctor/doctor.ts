import { inspectConfig } from '../../base/config/config.ts'
import { examine } from '../../start/health/doctor/examine.ts'
import type { Finding } from '../../start/health/doctor/finding.ts'
import { asJson, printJson, verb } from '../kit/command.ts'
import { progressLine } from '../kit/progress.ts'
import { email } from '../kit/values.ts'

export const command = verb({
  summary: 'check the installation and suggest fixes',
  more: `Checks settings, ports, database, nodes, encryption keys, backups, clock, disk, open files, the caster's certificate, public addresses, mail and NATS, whether the service is running or not. It changes nothing. (An embedded database that is not running is started for the check and stopped again.)

Every line is ok, warn or fail. The exit code is 1 if any is fail, else 0.`,
  flags: { 'send-to': email('also send a test e-mail to this address'), ...asJson },
  async run({ 'send-to': sendTo, json }) {
    const { show, clear } = progressLine()
    show('checking …')
    const examined = await examine(inspectConfig(), sendTo).finally(clear)
    const findings = examined.map(({ es: _, ...finding }) => finding)
    const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
    const isWell = count('fail') === 0
    if (json) printJson({ ok: isWell, findings })
    else {
      for (const finding of findings) console.log(lineOf(finding))
      console.log(
        `\n${count('ok')} ok, ${count('warn')} ${count('warn') === 1 ? 'warning' : 'warnings'}, ${count('fail')} failed`,
      )
    }
    return isWell ? 0 : 1
  },
})

const lineOf = ({ state, check, what, todo }: Omit<Finding, 'es'>) =>
  `${state.padEnd(4)}  ${check.padEnd(11)}  ${what}${todo === null ? '' : `\n${' '.repeat(19)}→ ${todo}`}`
