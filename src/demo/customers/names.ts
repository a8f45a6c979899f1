// Names in the demo. Each must show that it is simulated.

export const NETWORK_NAME = 'Red Demo (simulated)'
export const NETWORK_MOUNTPOINT = 'RED_SIM'
export const TOKEN_NAME = 'demo (simulated)'

export const simulated = (text: string): string => `${text} (simulated)`
