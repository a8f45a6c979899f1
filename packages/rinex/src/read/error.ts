// The errors of a file that cannot be read. The code is for programs; the message is for logs.

/** What is wrong with a file. `detail` of the error quotes it. */
export type RinexFault =
  | 'not_rinex'
  | 'unsupported_version'
  | 'unsupported_kind'
  | 'unsupported_time_system'
  | 'line_too_long'
  | 'bad_header'
  | 'bad_epoch'
  | 'bad_satellite'
  | 'bad_value'
  | 'bad_compression'
  | 'bad_record'
  | 'cut_off'

const MESSAGES: Readonly<Record<RinexFault, string>> = {
  not_rinex: 'The file is neither RINEX nor CRINEX',
  unsupported_version: 'The RINEX version is not supported',
  unsupported_kind: 'The file has neither observations nor navigation messages',
  unsupported_time_system: 'The time system is unknown',
  line_too_long: 'The line is too long for RINEX',
  bad_header: 'The header line is invalid',
  bad_epoch: 'The epoch line is invalid',
  bad_satellite: 'The satellite is invalid or not announced in the header',
  bad_value: 'The value is not a number',
  bad_compression: 'The CRINEX line does not fit the lines before it',
  bad_record: 'The navigation record is invalid',
  cut_off: 'The file ends in the middle of a header, an epoch or a record',
}

const LONGEST_DETAIL = 80

export class RinexError extends Error {
  override readonly name = 'RinexError'
  readonly fault: RinexFault
  /** The text at fault; empty if there is none. */
  readonly detail: string
  /** Line of the file, from 1 on; 0 if no file was read. */
  line = 0

  constructor(fault: RinexFault, detail = '') {
    super(MESSAGES[fault])
    this.fault = fault
    this.detail = detail.slice(0, LONGEST_DETAIL)
  }

  /** Completes the message with the line of the file. */
  at(line: number): this {
    if (this.line > 0) return this
    this.line = line
    this.message = `Line ${line}: ${MESSAGES[this.fault]}${this.detail === '' ? '' : `: "${this.detail}"`}`
    return this
  }
}
