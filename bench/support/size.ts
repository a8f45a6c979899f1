/** `npm run bench -- --smallest`: shows that every section runs, in seconds instead of minutes. Its figures say nothing. */
export const isSmallest = process.argv.includes('--smallest')

export const sized = (full: number, smallest: number): number => (isSmallest ? smallest : full)
