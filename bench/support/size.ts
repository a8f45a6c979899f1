/** `npm run bench -- --smallest` proves in seconds that every section runs. Its results mean nothing. */
export const isSmallest = process.argv.includes('--smallest')

export const sized = (full: number, smallest: number): number => (isSmallest ? smallest : full)
