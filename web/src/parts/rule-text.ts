// What the service says of a field or a line, in the language that is shown. It says it in English; each sentence has its words.
import { useRuleWords } from '../words/common.ts'

type Rule = keyof ReturnType<typeof useRuleWords>

/** In the order in which they are tried. */
export const RULES: readonly (readonly [pattern: RegExp, rule: Rule])[] = [
  [/^must be 1 to 32 letters, digits, "_" or "-"$/, 'codeForm'],
  [/^must be 1 to 100 letters, digits, "_", "\." or "-"$/, 'mountpointForm'],
  [/^must be at most 100 characters on one line, without ";"$/, 'lineForm'],
  [/^must not be empty$/, 'empty'],
  [/^must be a number from (-?\d+) to (\d+)$/, 'numberFromTo'],
  [/^must be above 0 and at most (\d+)$/, 'aboveZero'],
  [/^must be one of (.+)$/, 'oneOf'],
  [/^is needed for a new station$|^is missing$/, 'needed'],
  [/^"(.+)" stands twice in the list$/, 'twice'],
  [/^"(.+)" is the mountpoint of the network$/, 'mountpointOfNetwork'],
  [/^"(.+)" is the mountpoint of station (.+)$/, 'mountpointOfStation'],
  [/^must be a text$/, 'text'],
  [/^must be a number(?:, got "?(.*?)"?(?: \(with a decimal point\))?)?$/, 'number'],
  [/^must be an object$/, 'object'],
  [/^is not a known field \(known: (.+)\)$/, 'unknownField'],
  [/^has (\d+) fields, the first line has (\d+)$/, 'fieldCount'],
  [/^must look like (.+)$/, 'form'],
  [/^must be a valid email$/, 'email'],
  [/^must be a valid uri$/, 'uri'],
  [/^must be an https address$/, 'httpsAddress'],
  [/^must not contain a user or password$/, 'noLogin'],
  [/^must not lead to a private, .* address$/, 'publicOnly'],
  [/^must be a valid date-time$/, 'dateTime'],
  [/^has passed$/, 'passed'],
  [/^must match pattern "\^\\S\(\.\*\\S\)\?\$"$/, 'noBlanksAround'],
  [/^must (?:NOT have more than|have at most) (\d+) characters$/, 'tooLong'],
  [/^must NOT have fewer than 1 (?:characters|items)$/, 'empty'],
  [/^must not contain control characters$/, 'unprintable'],
  [/^must be 1 to 100 characters on one line$/, 'oneLine'],
  [/^must be a host name or an address$/, 'host'],
  [/^must be a port from 1 to 65535$/, 'port'],
  [/^is the mountpoint of a station$/, 'mountpointTaken'],
  [/^is for resellers only$/, 'resellersOnly'],
  [/^is needed for a reseller$/, 'neededForReseller'],
  [/^names no owner$/, 'noOwner'],
  [/^is disabled: enable the user first$/, 'userDisabled'],
  [/^is not what the app should show now: /, 'wrongTotp'],
  [/^must have at least (\d+) characters$/, 'passwordShort'],
  [/^must not be the e-mail address$/, 'passwordIsEmail'],
  [/^line (\d+)$/, 'line'],
  [/^item (\d+)$/, 'item'],
  [/^line (\d+): (.+) is a network mountpoint, not a station$/, 'notAStation'],
]

/** What is not recognised is shown as it came. */
export function useRuleText(): (text: string) => string {
  const rules = useRuleWords()
  return (text) => {
    for (const [pattern, rule] of RULES) {
      const found = pattern.exec(text)
      if (found) return (rules[rule] as (...parts: string[]) => string)(...found.slice(1).map((part) => part ?? ''))
    }
    return text
  }
}
