// What everything in the demo is called. Whoever sees any part of it must see that it is not real.

export const NETWORK_NAME = 'Red Demo (simulated)'
export const NETWORK_MOUNTPOINT = 'RED_SIM'
export const TOKEN_NAME = 'demo (simulated)'

export const simulated = (text: string): string => `${text} (simulated)`
