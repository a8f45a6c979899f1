/** Accepts a decimal comma. Text that is not a number stays text, and the service rejects it with a reason. */
export const toNumber = (text: string): number | string => {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || Number.isNaN(number) ? text : number
}
